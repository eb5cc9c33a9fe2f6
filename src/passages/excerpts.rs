//! What a passage says, and some words before and after it, from the sentences of its document.

use super::Sentence;

/// The most that is given of a passage, in characters: a book that 10,000 others reprint would be stored 10,000 times.
pub const LONGEST_EXCERPT_CHARACTERS: usize = 10_000;
/// The most that is given before and after it, in characters.
pub const CONTEXT_CHARACTERS: usize = 80;

/// A passage in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// What it says, white space as single blanks.
    pub text: String,
    /// The words before it.
    pub before: String,
    /// The words after it.
    pub after: String,
}

/// The words of the sentences `first` to `last`, cut to the characters `start` to `end` where a sentence is the document as it
/// stands; elsewhere the first and last sentence are whole.
pub fn cut_excerpt(sentences: &[Sentence<'_>], (first, last): (u32, u32), (start, end): (u64, u64)) -> Excerpt {
    let (first, after) = (first as usize, (last as usize).saturating_add(1).min(sentences.len()));
    let Some(own) = sentences.get(first..after) else {
        return Excerpt::default();
    };
    let (mut text, mut count) = (String::new(), 0);
    for sentence in own {
        let (_, inside, _) = cut_sentence(sentence, start, end);
        push_words(&mut text, inside);
        count += inside.chars().count();
        if count > LONGEST_EXCERPT_CHARACTERS {
            break;
        }
    }
    let mut before = own.first().map_or("", |sentence| cut_sentence(sentence, start, end).0).to_owned();
    for sentence in sentences[..first].iter().rev() {
        if before.chars().count() > CONTEXT_CHARACTERS {
            break;
        }
        let mut longer = String::new();
        push_words(&mut longer, sentence.text);
        push_words(&mut longer, &before);
        before = longer;
    }
    let mut behind = String::new();
    push_words(&mut behind, own.last().map_or("", |sentence| cut_sentence(sentence, start, end).2));
    for sentence in &sentences[after..] {
        if behind.chars().count() > CONTEXT_CHARACTERS {
            break;
        }
        push_words(&mut behind, sentence.text);
    }
    let mut squeezed = String::new();
    push_words(&mut squeezed, &before);
    Excerpt {
        text: keep_first_words(&text, LONGEST_EXCERPT_CHARACTERS).to_owned(),
        before: keep_last_words(&squeezed, CONTEXT_CHARACTERS).to_owned(),
        after: keep_first_words(&behind, CONTEXT_CHARACTERS).to_owned(),
    }
}

/// What of a sentence stands before a passage, in it, and after it.
fn cut_sentence<'t>(sentence: &Sentence<'t>, start: u64, end: u64) -> (&'t str, &'t str, &'t str) {
    let text = sentence.text;
    if text.chars().count() as u64 != sentence.end - sentence.start {
        return ("", text, "");
    }
    let find_byte = |place: u64| {
        let skipped = usize::try_from(place.saturating_sub(sentence.start)).unwrap_or(usize::MAX);
        text.char_indices().nth(skipped).map_or(text.len(), |(at, _)| at)
    };
    let (from, to) = (find_byte(start), find_byte(end));
    (&text[..from], &text[from..to.max(from)], &text[to.max(from)..])
}

/// Appends words with single blanks; after Chinese and Japanese without one.
fn push_words(out: &mut String, text: &str) {
    for word in text.split_whitespace() {
        if out.chars().next_back().is_some_and(|letter| !is_unspaced(letter)) {
            out.push(' ');
        }
        out.push_str(word);
    }
}

fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{3001}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff01}'..='\u{ff1f}')
}

/// The beginning of a text, cut after a word.
fn keep_first_words(text: &str, most: usize) -> &str {
    let Some((cut, letter)) = text.char_indices().nth(most) else {
        return text;
    };
    if letter.is_whitespace() {
        return &text[..cut];
    }
    text[..cut].rfind(char::is_whitespace).map_or(&text[..cut], |blank| &text[..blank])
}

/// The end of a text, cut before a word.
fn keep_last_words(text: &str, most: usize) -> &str {
    let characters = text.chars().count();
    if characters <= most {
        return text;
    }
    let cut = text.char_indices().nth(characters - most).map_or(0, |(at, _)| at);
    if text[..cut].ends_with(char::is_whitespace) {
        return &text[cut..];
    }
    text[cut..].find(char::is_whitespace).map_or(&text[cut..], |blank| text[cut + blank..].trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list_sentences<'t>(texts: &[&'t str]) -> Vec<Sentence<'t>> {
        let mut start = 0;
        let mut list = |text: &&'t str| {
            let end = start + text.chars().count() as u64;
            let sentence = Sentence { text, start, end };
            start = end + 1;
            sentence
        };
        texts.iter().map(&mut list).collect()
    }

    #[test]
    fn an_excerpt_begins_and_ends_where_the_passage_does() {
        let sentences = list_sentences(&["The mill is old.", "Its well is dry\nnow.", "Nobody knows why."]);
        let found = cut_excerpt(&sentences, (1, 1), (21, 37));
        assert_eq!(found.text, "well is dry now.");
        assert_eq!(found.before, "The mill is old. Its");
        assert_eq!(found.after, "Nobody knows why.");
        let marked = [Sentence { text: "The mill.", start: 0, end: 40 }];
        assert_eq!(cut_excerpt(&marked, (0, 0), (10, 20)).text, "The mill.");
        assert_eq!(cut_excerpt(&sentences, (7, 9), (0, 1)), Excerpt::default());
        assert_eq!(cut_excerpt(&list_sentences(&["湖很小。", "湖很大。"]), (0, 1), (0, 9)).text, "湖很小。湖很大。");
    }

    #[test]
    fn the_words_around_a_passage_are_whole() {
        let long = "word ".repeat(40);
        let sentences = list_sentences(&[long.trim_end(), "The mill is old.", long.trim_end()]);
        let found = cut_excerpt(&sentences, (1, 1), (sentences[1].start, sentences[1].end));
        assert_eq!(found.before, "word ".repeat(16).trim_end());
        assert_eq!(found.after, "word ".repeat(16).trim_end());
        assert_eq!((keep_first_words("one two", 5), keep_last_words("one two", 5)), ("one", "two"));
        assert_eq!((keep_first_words("one two", 3), keep_last_words("one two", 3)), ("one", "two"));
        assert_eq!((keep_first_words("onetwo", 3), keep_last_words("onetwo", 3)), ("one", "two"));
    }
}
