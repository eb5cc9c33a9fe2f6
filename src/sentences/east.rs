//! Chinese and Japanese have no capitals: whether a sentence goes on behind a closed quote or bracket is read from what
//! stands before the quote and what follows it.

use super::letters::{char_at, char_before, is_east_asian};
use super::open::{OpenPair, Pair};

/// A sentence goes on behind a stop and the closing marks after it.
///
/// `start` is where the sentence begins, `after` the place behind the closing marks, `closed` the outermost pair they
/// closed, `is_question_or_call` tells `？！…` from `。`. In `“快跑！”他喊道。` the clause reports the speech and belongs to it; in
/// `他说：“快跑！”没人动。` the speech ends the sentence.
pub(super) fn continues_sentence(text: &str, start: usize, after: usize, closed: OpenPair, is_mark: bool) -> bool {
    let Some(next) = char_at(text, after) else {
        return false;
    };
    let leads = closed.at <= start;
    match closed.pair {
        Pair::Title => return true,
        Pair::Bracket => return !leads && is_east_asian(next),
        _ if !is_east_asian(next) => return false,
        _ => {}
    }
    let rest = text.get(after..).unwrap_or("");
    if matches!(next, '的' | '地' | '得' | '之' | '等') || is_particle(rest) {
        return true;
    }
    if leads {
        return is_speech_clause(rest) || (is_mark && matches!(next, '是' | '为' | '為'));
    }
    match char_before(text, closed.at) {
        Some('：' | ':' | '，' | ',') => false,
        Some('说' | '說' | '道' | '问' | '問' | '喊' | '叫' | '答' | '曰' | '云') => {
            is_mark
                && ["并", "並", "然后", "然後", "而", "就", "便", "时", "時", "后", "後"]
                    .iter()
                    .any(|word| rest.starts_with(word))
        }
        _ => is_mark,
    }
}

/// A Japanese particle, after which a quotation is part of a sentence: `「…。」と言った`.
fn is_particle(rest: &str) -> bool {
    const PARTICLES: [&str; 21] = [
        "と",
        "って",
        "の",
        "は",
        "が",
        "を",
        "に",
        "も",
        "で",
        "や",
        "か",
        "へ",
        "など",
        "なんて",
        "だと",
        "だっ",
        "だ。",
        "です",
        "よう",
        "みたい",
        "くらい",
    ];
    const WORDS_LIKE_PARTICLES: [&str; 26] = [
        "とても",
        "とにかく",
        "ところ",
        "もう",
        "もし",
        "もっと",
        "もちろん",
        "もともと",
        "でも",
        "では",
        "できる",
        "やがて",
        "やはり",
        "やっと",
        "やっぱり",
        "かつ",
        "かれ",
        "かなり",
        "がん",
        "はじめ",
        "はい",
        "にわか",
        "にほん",
        "のち",
        "のんびり",
        "かつて",
    ];
    PARTICLES.iter().any(|word| rest.starts_with(word))
        && !WORDS_LIKE_PARTICLES.iter().any(|word| rest.starts_with(word))
}

/// A clause of at most 16 characters that tells who spoke: `他喊道。`, `老人笑着说：`.
fn is_speech_clause(rest: &str) -> bool {
    let clause = rest.chars().take(16).take_while(|letter| {
        !matches!(letter, '，' | '。' | '：' | '！' | '？' | '；' | ',' | '、' | '“' | '「' | '\n')
    });
    let mut last = ['\0'; 2];
    for (count, letter) in clause.enumerate() {
        let is_verb =
            matches!(letter, '说' | '說' | '道' | '问' | '問' | '喊' | '叫' | '答' | '曰' | '嚷' | '吼' | '骂' | '罵');
        if is_verb && count > 0 && last[0] != '知' && last[0] != '听' && last[0] != '聽' {
            return true;
        }
        last = [letter, last[0]];
        if matches!(last, ['示', '表'] | ['示', '显'] | ['称', '宣'] | ['稱', '宣'] | ['呼', '惊'] | ['呼', '驚'])
        {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_quote(text: &str) -> bool {
        let open = text.find('“').unwrap_or(0);
        let after = text.find('”').map_or(0, |at| at + '”'.len_utf8());
        let is_mark = !text[..after].ends_with("。”");
        continues_sentence(text, 0, after, OpenPair::for_test(Pair::Curly, open), is_mark)
    }

    #[test]
    fn a_reporting_clause_belongs_to_the_quotation_it_follows() {
        assert!(at_quote("“快跑！”他喊道。"));
        assert!(at_quote("“你是谁？”老人笑着问。"));
        assert!(!at_quote("“快跑！”门开了。"));
        assert!(!at_quote("他说：“快跑！”没人动。"));
        assert!(at_quote("他写了“快跑！”两个字。"));
        assert!(at_quote("他写了“快跑。”的话。"));
        assert!(!at_quote("牌子上写着“小心。”他没看见。"));
    }
}
