//! The links of the expanded text: which `[[` belongs to which `]]`, and what their targets mean.

use super::site::Site;
use super::stops::{self, Stops};
use std::sync::LazyLock;

/// A `[[` and its `]]`; `close` is 0 for one that never closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub open: u32,
    pub close: u32,
}

/// Links in the order of their openings. Reusable.
#[derive(Default)]
pub(super) struct Links {
    pub all: Vec<Link>,
    /// Links that a line end does not split: pictures, and labels over two lines. Outermost only, `open..end`.
    pub whole: Vec<(u32, u32)>,
    open: Vec<u32>,
}

impl Links {
    /// Matches the brackets of `text`. A blank line or a heading ends all that is open.
    ///
    /// `[[a|[[b]] c]]` -> `(0, 11)`, `(4, 7)`
    pub fn match_brackets(&mut self, text: &str, stops: &Stops, site: &Site) {
        self.all.clear();
        self.whole.clear();
        self.open.clear();
        let bytes = text.as_bytes();
        let mut single = false;
        let mut newline = 0;
        let mut at = stops.next_bracket(0, bytes.len());
        while at < bytes.len() {
            let next = bytes.get(at + 1);
            match bytes[at] {
                b'\n' => {
                    newline = at;
                    if matches!(next, Some(b'\n' | b'=')) {
                        self.open.clear();
                    }
                }
                b'[' if next == Some(&b'[') => {
                    single = false;
                    self.open.push(self.all.len() as u32);
                    self.all.push(Link { open: at as u32, close: 0 });
                    at += 1;
                }
                b']' if single && bytes.get(at + 2) == Some(&b']') => single = false,
                b']' if next == Some(&b']') => {
                    single = false;
                    if let Some(index) = self.open.pop() {
                        self.close_link(text, site, (index as usize, at), newline);
                        at += 1;
                    }
                }
                sign => single = sign == b'[',
            }
            at = stops.next_bracket(at + 1, bytes.len());
        }
    }

    /// The link of this index closes at `close`; `newline` is the last line end before it.
    fn close_link(&mut self, text: &str, site: &Site, (index, close): (usize, usize), newline: usize) {
        self.all[index].close = close as u32;
        let open = self.all[index].open as usize;
        let target = &text[open + 2..close];
        let lines = self.open.is_empty() && newline > open;
        if lines || is_file(target, site) {
            while self.whole.last().is_some_and(|last| last.0 as usize > open) {
                self.whole.pop();
            }
            self.whole.push((open as u32, close as u32 + 2));
        }
    }
}

/// What a link shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkTarget {
    /// Text from this offset on, after the `[[`.
    Text(usize),
    /// A picture.
    File,
    /// The target itself, this range of it: its label is empty.
    Bare(usize, usize),
    /// Nothing: a category, the page in another language.
    Hidden,
}

/// Reads the inside of a link, `open..close` of `text`: `a|b` -> `Text(2)`, `Category:x` -> `Hidden`, `:Category:x` ->
/// `Text(1)`.
#[inline]
pub(super) fn read_target(text: &str, open: usize, close: usize, site: &Site) -> LinkTarget {
    let mut end = stops::find_sign(text.as_bytes(), open, close, [b'|', b'[', b':']);
    let colon = end - open;
    let inside = &text[open..close];
    let bytes = inside.as_bytes();
    if bytes.get(colon) == Some(&b':') {
        end = stops::find_sign(text.as_bytes(), end, close, [b'|', b'[']);
    }
    let end = end - open;
    let bar = bytes.get(end) == Some(&b'|');
    let lead = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let visible = bytes.get(lead) == Some(&b':');
    if !visible
        && colon < end
        && let Some(target) = find_prefix_target(inside.get(..colon).unwrap_or_default(), site)
    {
        return target;
    }
    let label = end + 1;
    let blank = bytes.get(label).is_none_or(|first| !first.is_ascii_graphic());
    if bar && blank && inside[label..].trim().is_empty() {
        return LinkTarget::Bare(lead + usize::from(visible), end);
    }
    LinkTarget::Text(if bar { label } else { lead + usize::from(visible) })
}

/// What a link with this before its colon shows, if not text.
#[inline(never)]
fn find_prefix_target(prefix: &str, site: &Site) -> Option<LinkTarget> {
    if site.is_file(prefix) {
        Some(LinkTarget::File)
    } else if site.is_category(prefix) || site.is_language(prefix) {
        Some(LinkTarget::Hidden)
    } else {
        None
    }
}

fn is_file(target: &str, site: &Site) -> bool {
    if !target.bytes().next().is_some_and(|first| site.may_be_file(first)) {
        return false;
    }
    let head = &target.as_bytes()[..target.len().min(80)];
    let Some(colon) = memchr::memchr(b':', head) else { return false };
    site.is_file(target.get(..colon).unwrap_or_default())
}

/// Words that place or size a picture: what is none of them is its caption.
const PICTURE_OPTIONS: &str = "thumb|thumbnail|frame|framed|frameless|border|left|right|center|centre|none|baseline|sub|super|sup|top|text-top|\
     middle|bottom|text-bottom|upright|miniatur|mini|hochkant|rechts|links|zentriert|gerahmt|ohne|rahmenlos|rand|\
     vignette|gauche|droite|centré|cadre|encadré|sans_cadre|redresse|néant|bordure|miniatura|miniaturadeimagen|\
     miniaturaimagen|derecha|izquierda|centro|centrado|centrada|no|marco|enmarcado|sinmarco|sin_enmarcar|borde|\
     verticale|destra|sinistra|riquadrato|incorniciato|senza_cornice|bordo|nessuno|miniaturadaimagem|direita|\
     esquerda|nenhum|semmoldura|semborda|commoldura|borda|superiordireito|gecentreerd|geen|omkaderd|kaderloos|\
     miniatuur|rechtop|prawo|lewo|centruj|brak|ramka|bez ramki|bezramki|мини|миниатюра|справа|слева|центр|обрамить|\
     безрамки|граница|без|праворуч|ліворуч|міні|мініатюра|サムネイル|サムネ|右|左|中央|なし|フレーム|フレームなし|縦方向|上向き|境界|缩略图|縮圖|缩略|居中|置中|\
     无|無|有框|无框|無框|边框|邊框|右上|竖直|miniatyr|höger|vänster|centrerad|ingen|ram|inramad|ramlös|kantlinje|stående|høyre|\
     venstre|sentrer|miniatyrbilde|ramme|kant|højre|centreret|ingenting|oikea|vasen|keskellä|tyhjä|pienoiskuva|\
     náhled|vpravo|vlevo|střed|žádné|rám|bélyegkép|bélyeg|jobbra|balra|középre|semmi|keret|sağ|sol|küçükresim|küçük|\
     merkez|orta|nhỏ|phải|trái|giữa|không|섬네일|오른쪽|왼쪽|가운데|없음|프레임|تصغير|يمين|يسار|مركز|بندانگشتی|راست|چپ|وسط|ממוזער|\
     ימין|שמאל|מרכז|dreta|esquerra|centrat|jmpl|kanan|kiri";

/// Names before `=` that are no caption either.
const OPTION_NAMES: &str = "alt|link|page|lang|class|upright|thumb|thumbnail|thumbtime|start|end|loop|muted|alternativtext|verweis|seite|\
     sprache|hochkant|miniatur|mini|lien|redresse|langue|vignette|classe|enlace|idioma|miniatura|ligação|verticale|\
     替代|替代文本|链接|連結|页数|頁|類|语言|縦方向|ссылка|альт|мини|обрамить|title|longdesc|border|caption-align|stående|länk|\
     koppeling|verwijzing|klasse|rechtop";

static OPTIONS_SORTED: LazyLock<Vec<&'static str>> = LazyLock::new(|| sort_words(PICTURE_OPTIONS));
static NAMES_SORTED: LazyLock<Vec<&'static str>> = LazyLock::new(|| sort_words(OPTION_NAMES));

fn sort_words(words: &'static str) -> Vec<&'static str> {
    let mut words: Vec<_> = words.split('|').collect();
    words.sort_unstable();
    words
}

/// The caption inside a picture's link, as a range of `inside`; none if it has only options.
///
/// `bars` are the offsets of the bars that are the link's own.
pub(super) fn find_caption(inside: &str, bars: &[usize]) -> Option<(usize, usize)> {
    let ends = bars.iter().skip(1).copied().chain(std::iter::once(inside.len()));
    let parts = bars.iter().map(|bar| bar + 1).zip(ends);
    parts.filter(|(from, to)| inside.get(*from..*to).is_some_and(|part| !is_option(part))).last()
}

fn is_option(part: &str) -> bool {
    let part = part.trim();
    if part.is_empty() {
        return true;
    }
    if matches!(part, "thumb" | "right" | "left" | "center" | "upright" | "frameless") {
        return true;
    }
    let head = &part.as_bytes()[..part.len().min(40)];
    if let Some(equals) = memchr::memchr(b'=', head) {
        let name = part.get(..equals).unwrap_or_default().trim().to_lowercase();
        return NAMES_SORTED.binary_search(&name.as_str()).is_ok();
    }
    if part.len() > 60 {
        return false;
    }
    let lower = part.to_lowercase();
    OPTIONS_SORTED.binary_search(&lower.as_str()).is_ok() || is_size(&lower) || lower.starts_with("upright ")
}

/// `220px`, `x100px`, `100x200 px`, `220пкс`.
fn is_size(text: &str) -> bool {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = text[digits.len()..].trim();
    let number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'x');
    number
        && matches!(
            unit,
            "px" | "пкс" | "pix" | "像素" | "ピクセル" | "픽셀" | "p" | "pxpx" | "פיקסלים" | "بك" | "پیکسل"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_match_inside_out() {
        let mut links = Links::default();
        let mut stops = Stops::default();
        let text = "[[a|[[b]] c]] [[d\n\ne]]";
        stops.mark_stops(text);
        links.match_brackets(text, &stops, &Site::new("en"));
        let pairs: Vec<_> = links.all.iter().map(|link| (link.open, link.close)).collect();
        assert_eq!(pairs, [(0, 11), (4, 7), (14, 0)]);
    }

    #[test]
    fn a_target_tells_what_is_shown() {
        let site = Site::new("en");
        let target = |inside: &str, site: &Site| super::read_target(inside, 0, inside.len(), site);
        assert_eq!(target("Tarn|the tarn", &site), LinkTarget::Text(5));
        assert_eq!(target(":Category:Lakes", &site), LinkTarget::Text(1));
        assert_eq!(target("Category:Lakes|Orrin", &site), LinkTarget::Hidden);
        assert_eq!(target("fr:Lac", &site), LinkTarget::Hidden);
        assert_eq!(target("File:a.jpg|thumb", &site), LinkTarget::File);
    }

    #[test]
    fn the_last_part_that_is_no_option_is_the_caption() {
        let inside = "File:a.jpg|thumb|upright=1.2|220px|A boat|alt=boat";
        let bars: Vec<_> = inside.match_indices('|').map(|(at, _)| at).collect();
        assert_eq!(find_caption(inside, &bars).map(|(from, to)| &inside[from..to]), Some("A boat"));
        assert_eq!(find_caption("File:a.jpg|thumb", &[10]), None);
    }
}
