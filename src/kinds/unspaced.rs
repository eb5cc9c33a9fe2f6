//! Titles of scripts without blanks: their words are found by holding two titles, or a title and a sentence, side by side.

use super::evidence::Evidence;
use super::pair::Pair;
use super::view::Mentions;
use crate::compare::{ChangeKind, Comparison, Sentence, fold_text};
use crate::language;

/// A shared beginning or end of fewer characters is chance: 海南, 湖南.
const SHORTEST_FRAME: usize = 2;

/// A character of a script without blanks.
pub fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Without blanks and capitals no names are known, so nothing but a title's words can show that two sentences have one
/// subject: where they do not, and inside one document, whose lines are mostly a series, a drift is a template.
pub fn doubt_drift(pair: &Pair, evidence: &Evidence, (kind, likely): (&'static str, f64)) -> (&'static str, f64) {
    let letters = pair.left.text.chars().filter(|letter| letter.is_alphabetic()).count();
    let unspaced = pair.left.text.chars().filter(|letter| is_unspaced(*letter)).count();
    let is_shown = evidence.holds("own_shared") || evidence.holds("one_subject") || evidence.holds("versions");
    if kind != "drift" || 2 * unspaced <= letters || is_shown && !evidence.holds("one_document") {
        return (kind, likely);
    }
    ("template", 0.6)
}

/// Two titles with blanks between what they share and what each has alone, and before an aspect; none where neither has a
/// script without blanks. `欧洲区B组`, `欧洲区C组` -> `欧洲区 B组`, `欧洲区 C组`; `加蓬历史`, `加蓬` -> `加蓬 历史`, `加蓬`
pub fn space_titles(left: &str, right: &str) -> Option<(String, String)> {
    if !left.chars().any(is_unspaced) || !right.chars().any(is_unspaced) {
        return None;
    }
    let (left, right) = (fold_text(left), fold_text(right));
    let left_base = left.split('(').next().unwrap_or("").trim_end();
    let right_base = right.split('(').next().unwrap_or("").trim_end();
    if left_base == right_base {
        return Some((left, right));
    }
    let (one, two): (Vec<char>, Vec<char>) = (left_base.chars().collect(), right_base.chars().collect());
    let shortest = one.len().min(two.len());
    let mut start = one.iter().zip(&two).take_while(|(a, b)| a == b).count();
    while start > 0 && start < one.len().max(two.len()) && (is_cut_inside(&one, start) || is_cut_inside(&two, start)) {
        start -= 1;
    }
    let start = if start >= SHORTEST_FRAME { start } else { 0 };
    let end = one.iter().rev().zip(two.iter().rev()).take(shortest - start).take_while(|(a, b)| a == b).count();
    let mut end = if end >= SHORTEST_FRAME { end } else { 0 };
    while end > 0 && (is_cut_inside(&one, one.len() - end) || is_cut_inside(&two, two.len() - end)) {
        end -= 1;
    }
    let space = |title: &str, letters: &[char]| -> String {
        let (frame, own) = (&letters[..start], &letters[start..letters.len() - end]);
        let base: String = [frame, own, &letters[letters.len() - end..]]
            .iter()
            .map(|part| part.iter().collect::<String>())
            .filter(|part| !part.is_empty())
            .map(|part| space_aspect(&part))
            .collect::<Vec<_>>()
            .join(" ");
        let bracket = title.split_once('(').map_or(String::new(), |(_, rest)| format!(" ({rest}"));
        base + &bracket
    };
    // What only goes on behind the shorter title, and is no aspect, is another thing: 日本, 日本海.
    let is_nested = start + end == shortest;
    if is_nested && language::find_closing_aspect(if one.len() > two.len() { left_base } else { right_base }).is_none()
    {
        return Some((left, right));
    }
    Some((space(&left, &one), space(&right, &two)))
}

/// A blank before the aspect that a title ends in.
fn space_aspect(part: &str) -> String {
    match language::find_closing_aspect(part) {
        Some(aspect) => format!("{} {aspect}", &part[..part.len() - aspect.len()]),
        None => part.to_owned(),
    }
}

/// Between these two characters stands no border of words: inside a number or a word of letters.
fn is_cut_inside(letters: &[char], at: usize) -> bool {
    let is_numeral = |letter: char| "〇零一二三四五六七八九十百千".contains(letter);
    let is_plain = |letter: &char| letter.is_alphanumeric() && (!is_unspaced(*letter) || is_numeral(*letter));
    letters.get(at).is_some_and(is_plain) && letters.get(at.wrapping_sub(1)).is_some_and(is_plain)
}

/// Adds where the words of titles stand in one side, for words of scripts without blanks: over several tokens.
pub fn add_mentions(found: &mut Mentions, comparison: &Comparison, on_left: bool, own: &[String], other: &[String]) {
    let sentence = if on_left { &comparison.left } else { &comparison.right };
    let unspaced = |word: &&String| word.chars().any(is_unspaced);
    if !own.iter().chain(other).any(|word| unspaced(&word)) {
        return;
    }
    let changed = |(from, to): (usize, usize)| {
        comparison.changes.iter().any(|change| {
            let tokens = if on_left { change.left_tokens } else { change.right_tokens };
            change.kind != ChangeKind::Punctuation && tokens.0 < to && from < tokens.1
        })
    };
    for range in own.iter().filter(unspaced).flat_map(|word| find_ranges(sentence, word)) {
        if changed(range) { found.own_changed = true } else { found.own_shared = true }
    }
    found.other_changed |= other.iter().filter(unspaced).flat_map(|word| find_ranges(sentence, word)).any(changed);
}

/// The ranges of tokens that spell a folded word.
fn find_ranges(sentence: &Sentence, word: &str) -> Vec<(usize, usize)> {
    let tokens = &sentence.tokens;
    let spell = |from: usize| {
        let mut rest = word;
        for (at, token) in tokens.iter().enumerate().skip(from) {
            rest = rest.strip_prefix(&*token.folded)?;
            if rest.is_empty() {
                return Some((from, at + 1));
            }
        }
        None
    };
    (0..tokens.len()).filter_map(spell).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Classifier, Model, Side};
    use super::*;

    fn spaced(left: &str, right: &str) -> (String, String) {
        space_titles(left, right).unwrap_or_default()
    }

    #[test]
    fn a_chinese_drift_needs_a_title_in_the_sentence() {
        let classify = |left: (&str, &str), right: (&str, &str)| {
            let side = |(title, text)| Side { text, title, document: title, ..Side::default() };
            let pair = Pair { left: side(left), right: side(right), context: None, same_names: &[] };
            Classifier::new(Model::shipped()).classify(&pair).kind
        };
        let text = |count: &str| format!("水磨位于该国南部的一个小镇，建于古代，共有{count}个磨盘，今天仍在使用。");
        let (five, six) = (text("5"), text("6"));
        assert_eq!(classify(("科洛莫", &five), ("辛科洛", &six)), "template");
        let named = |name: &str, count: &str| format!("{name}{}", text(count));
        assert_eq!(classify(("科洛莫", &named("科洛莫", "5")), ("辛科洛", &named("辛科洛", "6"))), "template");
    }

    #[test]
    fn titles_without_blanks_part_at_what_they_share() {
        assert_eq!(spaced("欧洲区B组", "欧洲区C组"), ("欧洲区 b组".into(), "欧洲区 c组".into()));
        assert_eq!(spaced("1992年水磨大会", "1996年水磨大会"), ("1992 年水磨大会".into(), "1996 年水磨大会".into()));
        assert_eq!(spaced("加蓬历史", "加蓬"), ("加蓬 历史".into(), "加蓬".into()));
        assert_eq!(spaced("北纬8度线", "北纬18度线"), ("北纬 8 度线".into(), "北纬 18 度线".into()));
        assert_eq!(spaced("第十坊水磨", "第十一坊水磨"), ("第十 坊水磨".into(), "第十一 坊水磨".into()));
        assert_eq!(spaced("日本", "日本海"), ("日本".into(), "日本海".into()));
        assert_eq!(spaced("海南", "湖南"), ("海南".into(), "湖南".into()));
        assert_eq!(space_titles("Mill", "Dam"), None);
    }
}
