//! The namespace of a page whose dump does not say it (schemas before 0.6): by the prefix of its title.

/// The names that every wiki understands beside its own.
const ENGLISH_NAMES: [(i32, &str); 21] = [
    (-2, "Media"),
    (-1, "Special"),
    (1, "Talk"),
    (2, "User"),
    (3, "User talk"),
    (4, "Project"),
    (4, "Wikipedia"),
    (5, "Project talk"),
    (5, "Wikipedia talk"),
    (6, "File"),
    (6, "Image"),
    (7, "File talk"),
    (7, "Image talk"),
    (8, "MediaWiki"),
    (9, "MediaWiki talk"),
    (10, "Template"),
    (11, "Template talk"),
    (12, "Help"),
    (13, "Help talk"),
    (14, "Category"),
    (15, "Category talk"),
];

/// Names of the larger Wikipedias, for a dump without `<siteinfo>`.
const LOCAL_NAMES: [(i32, &str); 70] = [
    (1, "Diskussion"),
    (2, "Benutzer"),
    (3, "Benutzer Diskussion"),
    (6, "Datei"),
    (10, "Vorlage"),
    (12, "Hilfe"),
    (14, "Kategorie"),
    (1, "Discussion"),
    (2, "Utilisateur"),
    (3, "Discussion utilisateur"),
    (4, "Wikipédia"),
    (6, "Fichier"),
    (10, "Modèle"),
    (12, "Aide"),
    (14, "Catégorie"),
    (1, "Discusión"),
    (2, "Usuario"),
    (3, "Usuario discusión"),
    (6, "Archivo"),
    (10, "Plantilla"),
    (12, "Ayuda"),
    (14, "Categoría"),
    (1, "Discussione"),
    (2, "Utente"),
    (10, "Template"),
    (12, "Aiuto"),
    (14, "Categoria"),
    (1, "Discussão"),
    (2, "Usuário"),
    (6, "Ficheiro"),
    (10, "Predefinição"),
    (12, "Ajuda"),
    (1, "Overleg"),
    (2, "Gebruiker"),
    (6, "Bestand"),
    (10, "Sjabloon"),
    (14, "Categorie"),
    (1, "Dyskusja"),
    (2, "Wikipedysta"),
    (6, "Plik"),
    (10, "Szablon"),
    (12, "Pomoc"),
    (14, "Kategoria"),
    (1, "Diskussion"),
    (2, "Användare"),
    (6, "Fil"),
    (10, "Mall"),
    (12, "Hjälp"),
    (14, "Kategori"),
    (1, "Обсуждение"),
    (2, "Участник"),
    (4, "Википедия"),
    (6, "Файл"),
    (10, "Шаблон"),
    (12, "Справка"),
    (14, "Категория"),
    (1, "Обговорення"),
    (2, "Користувач"),
    (14, "Категорія"),
    (1, "ノート"),
    (2, "利用者"),
    (6, "ファイル"),
    (1, "讨论"),
    (2, "用户"),
    (6, "文件"),
    (10, "模板"),
    (12, "帮助"),
    (14, "分类"),
    (14, "카테고리"),
    (14, "분류"),
];

/// `File talk:Map.png` -> 7; the wiki's own names go before the English ones, and without them the local ones count too.
pub fn find_namespace(title: &str, own: &[(i32, String)]) -> i32 {
    let Some((prefix, _)) = title.split_once(':') else { return 0 };
    let prefix = prefix.trim().replace('_', " ").to_lowercase();
    let is_it = |name: &str| !name.is_empty() && name.to_lowercase() == prefix;
    let local: &[(i32, &str)] = if own.is_empty() { &LOCAL_NAMES } else { &[] };
    own.iter()
        .map(|(number, name)| (*number, name.as_str()))
        .chain(ENGLISH_NAMES)
        .chain(local.iter().copied())
        .find(|(_, name)| is_it(name))
        .map_or(0, |(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_names_a_namespace() {
        let own = [(0, String::new()), (10, "Vorlage".to_owned()), (100, "Portal".to_owned())];
        assert_eq!(find_namespace("Vorlage:Karte", &own), 10);
        assert_eq!(find_namespace("portal: Musik", &own), 100);
        assert_eq!(find_namespace("File_talk:Map.png", &own), 7);
        assert_eq!(find_namespace("Modèle:Carte", &own), 0);
        assert_eq!(find_namespace("Modèle:Carte", &[]), 10);
        assert_eq!(find_namespace("2001: A Space Odyssey", &[]), 0);
        assert_eq!(find_namespace(": x", &own), 0);
    }
}
