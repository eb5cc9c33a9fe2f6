//! What a block is cut into: sentences, paragraphs or lines.

use super::Splitter;

/// What a document is cut into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextUnit {
    /// Sentences.
    Sentence,
    /// What blank lines part.
    Paragraph,
    /// Lines.
    Line,
}

impl TextUnit {
    /// The unit of a name: `sentence`, `paragraph`, `line`.
    pub fn from_name(name: &str) -> Option<TextUnit> {
        match name {
            "sentence" => Some(TextUnit::Sentence),
            "paragraph" => Some(TextUnit::Paragraph),
            "line" => Some(TextUnit::Line),
            _ => None,
        }
    }

    /// Appends the byte ranges of the units of a text, in order, without the white space around them. Blank ones are left out.
    ///
    /// `"a b\nc\n\nd"` has the lines `a b`, `c` and `d`, and the paragraphs `a b\nc` and `d`.
    pub fn split(self, text: &str, splitter: &Splitter, out: &mut Vec<(u32, u32)>) {
        if self == TextUnit::Sentence {
            return splitter.split(text, out);
        }
        let mut goes_on = false; // the paragraph
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let own = line.trim();
            if own.is_empty() {
                goes_on = false;
            } else {
                let start = (at + line.len() - line.trim_start().len()) as u32;
                let end = start + own.len() as u32;
                match out.last_mut() {
                    Some(last) if goes_on => last.1 = end,
                    _ => out.push((start, end)),
                }
                goes_on = self == TextUnit::Paragraph;
            }
            at += line.len();
        }
    }
}
