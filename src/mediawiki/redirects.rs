//! Redirects that the dump does not mark as such (schemas before 0.4): by the word that the text begins with.

/// The words of the larger wikis, in lower case.
const REDIRECT_WORDS: [&str; 46] = [
    "redirect",
    "weiterleitung",
    "redirection",
    "redirecionamento",
    "redirección",
    "redireccion",
    "rinvia",
    "rinvio",
    "doorverwijzing",
    "patrz",
    "przekieruj",
    "tam",
    "omdirigering",
    "ohjaus",
    "uudelleenohjaus",
    "přesměruj",
    "presmeruj",
    "átirányítás",
    "yönlendirme",
    "yönlendi̇rme",
    "alih",
    "lencong",
    "đổi",
    "alidirektu",
    "aanstuur",
    "preusmjeri",
    "preusmeri",
    "преусмери",
    "birzuzendu",
    "suuna",
    "peradresavimas",
    "redirecţioneaza",
    "перенаправление",
    "перенапр",
    "перенаправлення",
    "пренасочване",
    "виж",
    "ανακατευθυνση",
    "重定向",
    "重新導向",
    "転送",
    "リダイレクト",
    "넘겨주기",
    "تحويل",
    "تغییر_مسیر",
    "הפניה",
];

/// The title that a text redirects to: `#REDIRECT [[Lake Orrin#Depth|x]]` -> `Lake Orrin`.
pub fn find_redirect_target(text: &str) -> Option<&str> {
    let text = text.trim_start().strip_prefix('#')?.trim_start();
    let head = &text[..text.char_indices().nth(40).map_or(text.len(), |(at, _)| at)];
    let word = &head[..head.find(['[', ':', ' ', '\n', '\t'])?];
    let after = text[word.len()..].trim_start();
    let after = after.strip_prefix(':').unwrap_or(after).trim_start().strip_prefix("[[")?;
    let title = &after[..after.find(['|', ']', '#', '\n'])?];
    let lower = word.to_lowercase();
    REDIRECT_WORDS.contains(&lower.as_str()).then(|| title.trim().trim_start_matches(':').trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirect_is_told_by_its_word() {
        assert_eq!(find_redirect_target("#REDIRECT [[Lake Orrin]] {{R from move}}"), Some("Lake Orrin"));
        assert_eq!(find_redirect_target("\n#redirect:[[ Lake Orrin#Depth|x]]"), Some("Lake Orrin"));
        assert_eq!(find_redirect_target("# Redirect [[:Category:Lakes]]"), Some("Category:Lakes"));
        assert_eq!(find_redirect_target("#WEITERLEITUNG[[Orrinsee]]"), Some("Orrinsee"));
        assert_eq!(find_redirect_target("#重定向[[奥林湖]]"), Some("奥林湖"));
        assert_eq!(find_redirect_target("#ПЕРЕНАПРАВЛЕНИЕ [[Озеро]]"), Some("Озеро"));
        assert_eq!(find_redirect_target("#First [[item]] of a list"), None);
        assert_eq!(find_redirect_target("#REDIRECT Lake Orrin"), None);
        assert_eq!(find_redirect_target("#REDIRECT [[Lake"), None);
        assert_eq!(find_redirect_target("A lake."), None);
        assert_eq!(find_redirect_target(""), None);
    }
}
