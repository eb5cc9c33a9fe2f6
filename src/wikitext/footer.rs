//! The sections at a page's foot: see also, references, external links and their like, by title.

use std::sync::LazyLock;

/// Titles in lower case, by language, with bars between.
const FOOTER_TITLES: &[&str] = &[
    // English.
    "see also|references|reference|notes|note|footnotes|external links|external link|further reading|bibliography|\
     sources|citations|works cited|notes and references|references and notes|references and sources|\
     sources and references|notes and citations|citations and notes|literature|references and further reading|\
     explanatory notes|endnotes|general references|cited sources|references and footnotes|footnotes and references|\
     literature cited|cited works|general sources|further information|weblinks|links|references and external links|\
     external sources|notes and sources|sources and notes|additional reading|bibliographic references|related pages|\
     other websites|inline citations|cited references|primary sources|secondary sources|suggested reading|\
     sources and further reading|further reading and external links|see also and references|other reading|\
     external links and references|further references|list of references|selected bibliography|general bibliography",
    // German.
    "siehe auch|einzelnachweise|literatur|quellen|anmerkungen|fußnoten|belege|nachweise|\
     einzelnachweise und anmerkungen|anmerkungen und einzelnachweise|einzelbelege|externe links|referenzen|\
     literatur und quellen|quellen und literatur|literaturnachweise|quellenangaben|weiterführende literatur",
    // French.
    "voir aussi|références|notes et références|liens externes|lien externe|bibliographie|articles connexes|\
     article connexe|annexes|sources et bibliographie|références et notes|annexe|sources et références",
    // Spanish.
    "véase también|vease también|referencias|notas|enlaces externos|bibliografía|notas y referencias|\
     referencias y notas|fuentes|lecturas adicionales|bibliografía adicional|lectura adicional",
    // Italian.
    "voci correlate|collegamenti esterni|altri progetti|bibliografia|fonti|riferimenti|vedi anche",
    // Portuguese.
    "ver também|referências|notas e referências|ligações externas|ligação externa|leitura adicional|fontes|\
     links externos|leituras adicionais|bibliografia complementar|veja também",
    // Dutch.
    "zie ook|referenties|externe link|bronnen|bronvermelding|noten|voetnoten|bronnen, noten en/of referenties|\
     literatuur|bronnen en referenties|externe koppelingen",
    // Polish.
    "zobacz też|przypisy|linki zewnętrzne|uwagi|źródła|literatura|bibliografia i źródła",
    // Russian, Ukrainian, Bulgarian, Serbian.
    "см. также|примечания|ссылки|литература|источники|комментарии|сноски|внешние ссылки|библиография|див. також|\
     примітки|посилання|література|джерела|виноски|зовнішні посилання|вижте също|източници|бележки|външни препратки|\
     литература и източници|види још|референце|извори|спољашње везе|напомене",
    // Japanese.
    "関連項目|脚注|参考文献|外部リンク|出典|注釈|注釈・出典|脚注・出典|出典・脚注|関連文献|注|出典・参考文献|注記|参照|脚注・参考文献|引用文献",
    // Chinese.
    "参见|參見|參考文獻|参考资料|參考資料|外部链接|外部連結|注释|註釋|注釋|注解|註解|延伸阅读|延伸閱讀|参看|參看|相关条目|相關條目|扩展阅读|擴展閱讀|资料来源|資料來源|来源|來源|腳註|腳注|备注|備註|\
     相關連結|参考|參考|引用|注脚|註腳|外部鏈接|外部连结|参考来源|參考來源|相關資料|资料|注释与参考文献|參考書目|参考书目|相关链接",
    // Swedish, Norwegian, Danish, Finnish.
    "se även|referenser|noter|källor|externa länkar|fotnoter|vidare läsning|tryckta källor|webbkällor|\
     allmänna källor|litteratur|se også|referanser|eksterne lenker|kilder|referencer|eksterne henvisninger|\
     eksterne links|fodnoter|fotnotar|eksterne lenkjer|kjelder|bakgrunnsstoff|katso myös|lähteet|viitteet|\
     aiheesta muualla|kirjallisuutta|kirjallisuus|huomautukset",
    // Czech, Slovak, Hungarian, Romanian, Slovene, Croatian.
    "související články|externí odkazy|poznámky|odkazy|pozri aj|referencie|externé odkazy|iné projekty|zdroje|\
     lásd még|kapcsolódó szócikkek|jegyzetek|források|forrás|további információk|irodalom|hivatkozások|\
     külső hivatkozások|vezi și|referințe|legături externe|bibliografie|lectură suplimentară|glej tudi|sklici|viri|\
     zunanje povezave|opombe|vidi još|povezano|izvori|vanjske poveznice|poveznice",
    // Catalan, Basque, Galician, Esperanto.
    "vegeu també|referències|enllaços externs|notes i referències|ikus, gainera|erreferentziak|kanpo estekak|\
     véxase tamén|ligazóns externas|vidu ankaŭ|eksteraj ligiloj|referencoj|fontoj",
    // Turkish, Vietnamese, Indonesian, Malay.
    "ayrıca bakınız|kaynakça|dış bağlantılar|notlar|kaynaklar|konuyla ilgili yayınlar|xem thêm|tham khảo|\
     liên kết ngoài|chú thích|ghi chú|thư mục|đọc thêm|nguồn|lihat pula|lihat juga|referensi|rujukan|pranala luar|\
     catatan kaki|catatan|pautan luar|bacaan lanjutan|daftar pustaka",
    // Korean.
    "같이 보기|각주|참고 문헌|외부 링크|외부 고리|주석|출처|관련 항목|참고 자료|참고문헌",
    // Arabic, Persian, Hebrew, Greek, Hindi, Thai.
    "انظر أيضا|انظر أيضًا|مراجع|المراجع|وصلات خارجية|مصادر|روابط خارجية|هوامش|ملاحظات|جستارهای وابسته|منابع|\
     پیوند به بیرون|پانویس|یادداشت‌ها|ראו גם|הערות שוליים|קישורים חיצוניים|לקריאה נוספת|מקורות|δείτε επίσης|\
     παραπομπές|εξωτερικοί σύνδεσμοι|πηγές|βιβλιογραφία|σημειώσεις|υποσημειώσεις|सन्दर्भ|बाहरी कड़ियाँ|\
     इन्हें भी देखें|संदर्भ|ดูเพิ่ม|อ้างอิง|แหล่งข้อมูลอื่น",
];

/// The same, sorted.
static SORTED_TITLES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut titles: Vec<_> = FOOTER_TITLES.iter().flat_map(|titles| titles.split('|')).collect();
    titles.sort_unstable();
    titles
});

/// For each first byte, the lengths of the titles that begin with it, as bits: most titles are none by this alone.
static TITLE_LENGTHS: LazyLock<[u128; 128]> = LazyLock::new(|| {
    let mut lengths = [0; 128];
    for title in SORTED_TITLES.iter().filter(|title| title.is_ascii()) {
        lengths[usize::from(title.as_bytes()[0])] |= 1 << title.len();
    }
    lengths
});

/// A section of this title stands at the foot of its page: `External links` -> true.
pub(super) fn is_footer_title(title: &str) -> bool {
    if title.len() > 120 {
        return false;
    }
    let title = title.trim().trim_end_matches([':', '：', '.']).trim_end();
    if title.is_ascii() {
        let Some(first) = title.bytes().next() else { return false };
        if TITLE_LENGTHS[usize::from(first.to_ascii_lowercase())] >> title.len() & 1 == 0 {
            return false;
        }
    }
    let title = title.to_lowercase();
    SORTED_TITLES.binary_search(&title.as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::is_footer_title;

    #[test]
    fn titles_are_known_in_many_languages() {
        for title in ["See also", "REFERENCES:", "Einzelnachweise", "外部链接", "Ссылки", "脚注", " Voir aussi "]
        {
            assert!(is_footer_title(title), "{title}");
        }
        assert!(!is_footer_title("History") && !is_footer_title("Notes on the text"));
    }
}
