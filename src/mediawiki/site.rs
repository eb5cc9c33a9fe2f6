//! What the head of a dump says about its wiki: names, language, namespaces, and where its pages are on the web.

use memchr::memmem;

use super::entities::unescape;
use super::namespaces;
use super::tags::read_attribute;

/// The wiki that a dump comes from. What the head does not say is "".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteInfo {
    /// `Wikipedia`
    pub sitename: String,
    /// `enwiki`
    pub dbname: String,
    /// Address of the main page: `https://en.wikipedia.org/wiki/Main_Page`
    pub base: String,
    /// `en`
    pub language: String,
    /// Number and name, as the wiki calls them: `(10, "Vorlage")`.
    pub namespaces: Vec<(i32, String)>,
}

impl SiteInfo {
    /// Reads what stands before the first page; `None` if there is no `<mediawiki>` or `<siteinfo>`.
    pub fn parse(head: &[u8]) -> Option<SiteInfo> {
        let head = &head[..memmem::find(head, b"<page>").unwrap_or(head.len())];
        let root = memmem::find(head, b"<mediawiki");
        if root.is_none() && memmem::find(head, b"<siteinfo>").is_none() {
            return None;
        }
        let root = &head[root.unwrap_or(0)..];
        let root = &root[..memchr::memchr(b'>', root).unwrap_or(root.len())];
        let mut site = SiteInfo {
            sitename: read_element(head, "sitename"),
            dbname: read_element(head, "dbname"),
            base: read_element(head, "base"),
            language: read_attribute(root, "xml:lang").unwrap_or_default(),
            namespaces: read_namespace_names(head),
        };
        if site.language.is_empty() {
            site.language = find_database_language(&site.dbname).unwrap_or_default();
        }
        Some(site)
    }

    /// The number of the namespace that a title stands in, by its prefix: `Talk:Rivers` -> 1, `Rivers` -> 0.
    pub fn find_namespace(&self, title: &str) -> i32 {
        namespaces::find_namespace(title, &self.namespaces)
    }

    /// Writes the address of a page: `Lake Orrin` -> `https://en.wikipedia.org/wiki/Lake_Orrin`.
    pub fn write_url(&self, title: &str, url: &mut String) {
        url.clear();
        let Some(end) = self.base.rfind(['/', '=']) else { return };
        if title.is_empty() {
            return;
        }
        url.push_str(&self.base[..=end]);
        for &byte in title.as_bytes() {
            match byte {
                b' ' => url.push('_'),
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => url.push(char::from(byte)),
                b'-' | b'_' | b'.' | b'~' | b'!' | b'$' | b'(' | b')' | b'*' | b',' | b'/' | b':' | b';' | b'@' => {
                    url.push(char::from(byte));
                }
                _ => {
                    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
                    url.push('%');
                    url.push(char::from(DIGITS[usize::from(byte >> 4)]));
                    url.push(char::from(DIGITS[usize::from(byte & 15)]));
                }
            }
        }
    }
}

/// The content of the first element of this name.
fn read_element(head: &[u8], name: &str) -> String {
    let opening = format!("<{name}>");
    let Some(start) = memmem::find(head, opening.as_bytes()) else { return String::new() };
    let content = &head[start + opening.len()..];
    unescape(&content[..memchr::memchr(b'<', content).unwrap_or(0)]).trim().to_owned()
}

fn read_namespace_names(head: &[u8]) -> Vec<(i32, String)> {
    let mut names = Vec::new();
    for start in memmem::find_iter(head, b"<namespace ") {
        let rest = &head[start..];
        let Some(end) = memchr::memchr(b'>', rest) else { break };
        let tag = &rest[..end];
        let Some(key) = read_attribute(tag, "key").and_then(|key| key.trim().parse().ok()) else { continue };
        let content = if tag.ends_with(b"/") { &[] } else { &rest[end + 1..] };
        let name = unescape(&content[..memchr::memchr(b'<', content).unwrap_or(0)]);
        names.push((key, name.trim().to_owned()));
    }
    names
}

/// `enwiki` -> `en`, `zh_min_nanwiktionary` -> `zh-min-nan`, `commonswiki` -> `None`
fn find_database_language(dbname: &str) -> Option<String> {
    const WIKI_KINDS: [&str; 8] =
        ["wiktionary", "wikibooks", "wikinews", "wikiquote", "wikisource", "wikiversity", "wikivoyage", "wiki"];
    let language = WIKI_KINDS.iter().find_map(|kind| dbname.strip_suffix(kind))?;
    let code = language.split('_').next().unwrap_or_default();
    matches!(code.len(), 2 | 3).then(|| language.replace('_', "-"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const HEAD: &str = r#"<mediawiki version="0.11" xml:lang="de">
      <siteinfo><sitename>Wikipedia</sitename><dbname>dewiki</dbname><base>https://de.wikipedia.org/wiki/Wikipedia:Hauptseite</base>
      <namespaces><namespace key="0" case="first-letter" /><namespace key="10" case="first-letter">Vorlage</namespace>
      <namespace key="1">Diskussion</namespace></namespaces></siteinfo>   <namespace key="82"#;

    #[test]
    fn a_head_is_read_also_when_its_end_is_broken() {
        let site = SiteInfo::parse(HEAD.as_bytes()).unwrap();
        assert_eq!(
            (site.sitename.as_str(), site.dbname.as_str(), site.language.as_str()),
            ("Wikipedia", "dewiki", "de")
        );
        let names = [(0, String::new()), (10, "Vorlage".into()), (1, "Diskussion".into())];
        assert_eq!(site.namespaces, names);
        assert_eq!(SiteInfo::parse(b"<page><title>A</title></page>"), None);
    }

    #[test]
    fn a_page_has_an_address() {
        let mut site = SiteInfo::parse(HEAD.as_bytes()).unwrap();
        let mut url = String::new();
        site.write_url("Fluß (Anfang)/50 %?", &mut url);
        assert_eq!(url, "https://de.wikipedia.org/wiki/Flu%C3%9F_(Anfang)/50_%25%3F");
        site.base = "http://wiki.example/index.php?title=Main_Page".into();
        site.write_url("A & B", &mut url);
        assert_eq!(url, "http://wiki.example/index.php?title=A_%26_B");
        site.base.clear();
        site.write_url("A", &mut url);
        assert_eq!(url, "");
    }

    #[test]
    fn a_database_tells_the_language() {
        assert_eq!(find_database_language("enwiki").as_deref(), Some("en"));
        assert_eq!(find_database_language("zh_min_nanwiktionary").as_deref(), Some("zh-min-nan"));
        assert_eq!(find_database_language("commonswiki"), None);
        assert_eq!(find_database_language(""), None);
    }
}
