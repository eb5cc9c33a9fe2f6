//! `-{ … }-`: the choice between scripts on Chinese, Serbian and some other wikis.

/// What the inside of a marker shows, as a range of it; none for rules that only speak to the converter.
///
/// `zh-hans:计算机;zh-hant:電腦` -> `计算机`, `A|zh-cn:甲;zh-tw:乙` -> `甲`, `T|zh-cn:甲` -> nothing
pub(super) fn find_shown_range(inside: &str) -> Option<(usize, usize)> {
    let mut start = 0;
    if let Some(bar) = inside.find('|') {
        let flags = inside[..bar].trim();
        if flags.len() <= 12 && flags.bytes().all(|byte| matches!(byte, b'A'..=b'Z' | b';' | b'-' | b' ' | b'a'..=b'z'))
        {
            if flags.split(';').any(|flag| matches!(flag.trim(), "T" | "H" | "-" | "N")) {
                return None;
            }
            start = bar + 1;
        }
    }
    let rules = &inside[start..];
    let mut best: Option<(usize, (usize, usize))> = None;
    let mut from = start;
    for rule in rules.split(';') {
        let end = from + rule.len();
        let body = rule.rfind("=>").map_or(0, |arrow| arrow + 2);
        if let Some(colon) = rule[body..].find(':') {
            let code = rule[body..body + colon].trim();
            if let Some(rank) = rank_script(code) {
                let text = trim_range(inside, from + body + colon + 1, end);
                if best.is_none_or(|(known, _)| rank < known) {
                    best = Some((rank, text));
                }
            }
        }
        from = end + 1;
    }
    Some(best.map_or_else(|| trim_range(inside, start, inside.len()), |(_, text)| text))
}

/// How much a script is wanted, 0 most; none if it is no code of a script.
fn rank_script(code: &str) -> Option<usize> {
    const PREFERRED_SCRIPTS: &[&str] = &["zh-hans", "zh-cn", "zh", "zh-sg", "zh-my"];
    if let Some(rank) = PREFERRED_SCRIPTS.iter().position(|wanted| wanted.eq_ignore_ascii_case(code)) {
        return Some(rank);
    }
    let code = code.to_ascii_lowercase();
    let plain = (2..=12).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let known = ["zh-", "sr-", "sr", "kk", "ku", "iu", "uz", "crh", "gan", "shi", "tg", "hans", "hant"];
    (plain && known.iter().any(|start| code.starts_with(start))).then_some(PREFERRED_SCRIPTS.len())
}

fn trim_range(text: &str, from: usize, to: usize) -> (usize, usize) {
    let part = text.get(from..to).unwrap_or_default();
    let lead = part.len() - part.trim_start().len();
    (from + lead, from + lead + part.trim().len())
}

#[cfg(test)]
mod tests {
    use super::find_shown_range;

    fn text(inside: &str) -> Option<&str> {
        find_shown_range(inside).map(|(from, to)| &inside[from..to])
    }

    #[test]
    fn simplified_comes_first_else_the_first() {
        assert_eq!(text("zh-hans:计算机;zh-hant:電腦"), Some("计算机"));
        assert_eq!(text("zh-tw:電腦; zh-cn:计算机;"), Some("计算机"));
        assert_eq!(text("zh-tw:甲;zh-hk:乙"), Some("甲"));
        assert_eq!(text("sr-ec:а;sr-el:a"), Some("а"));
    }

    #[test]
    fn flags_tell_what_is_shown() {
        assert_eq!(text("A|zh-cn:甲;zh-tw:乙"), Some("甲"));
        assert_eq!(text("T|zh-cn:甲"), None);
        assert_eq!(text("R|x:y"), Some("x:y"));
        assert_eq!(text("台北"), Some("台北"));
        assert_eq!(text("http://a.b"), Some("http://a.b"));
    }
}
