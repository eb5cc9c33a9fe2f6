//! What differs from wiki to wiki: the names of namespaces, the words of a redirect, the codes of sister languages.

/// A wiki: its language, and how it names its namespaces.
///
/// English names work everywhere; those of the larger wikis are built in, others come from the dump's `siteinfo`.
#[derive(Clone, Debug)]
pub struct Site {
    language: String,
    files: Vec<String>,
    categories: Vec<String>,
    templates: Vec<String>,
    /// A bit for each first byte of `files` that is ASCII.
    file_initials: u128,
}

/// Language; names of the namespaces File, Category and Template.
const NAMESPACE_NAMES: &[(&str, &str, &str, &str)] = &[
    ("ar", "ملف|صورة", "تصنيف", "قالب"),
    ("bg", "Файл|Картинка", "Категория", "Шаблон"),
    ("bn", "চিত্র", "বিষয়শ্রেণী", "টেমপ্লেট"),
    ("ca", "Fitxer|Imatge", "Categoria", "Plantilla"),
    ("cs", "Soubor", "Kategorie", "Šablona"),
    ("da", "Fil|Billede", "Kategori", "Skabelon"),
    ("de", "Datei|Bild", "Kategorie", "Vorlage"),
    ("el", "Αρχείο|Εικόνα", "Κατηγορία", "Πρότυπο"),
    ("eo", "Dosiero", "Kategorio", "Ŝablono"),
    ("es", "Archivo|Imagen", "Categoría|Categoria", "Plantilla"),
    ("et", "Pilt|Fail", "Kategooria", "Mall"),
    ("eu", "Fitxategi|Irudi", "Kategoria", "Txantiloi"),
    ("fa", "پرونده|تصویر", "رده", "الگو"),
    ("fi", "Tiedosto|Kuva", "Luokka", "Malline"),
    ("fr", "Fichier", "Catégorie|Categorie", "Modèle|Modele"),
    ("gl", "Ficheiro|Imaxe", "Categoría", "Modelo"),
    ("he", "קובץ|תמונה", "קטגוריה", "תבנית"),
    ("hi", "चित्र", "श्रेणी", "साँचा"),
    ("hr", "Datoteka|Slika", "Kategorija", "Predložak"),
    ("hu", "Fájl|Kép", "Kategória", "Sablon"),
    ("hy", "Պատկեր", "Կատեգորիա", "Կաղապար"),
    ("id", "Berkas|Gambar", "Kategori", "Templat"),
    ("it", "File|Immagine", "Categoria", "Template"),
    ("ja", "ファイル|画像", "カテゴリ|カテゴリー", "テンプレート"),
    ("ka", "ფაილი|სურათი", "კატეგორია", "თარგი"),
    ("ko", "파일|그림", "분류", "틀"),
    ("lt", "Vaizdas", "Kategorija", "Šablonas"),
    ("lv", "Attēls", "Kategorija", "Veidne"),
    ("ms", "Fail|Imej", "Kategori", "Templat"),
    ("nl", "Bestand|Afbeelding", "Categorie", "Sjabloon"),
    ("nn", "Fil|Bilde", "Kategori", "Mal"),
    ("no", "Fil|Bilde", "Kategori", "Mal"),
    ("pl", "Plik|Grafika", "Kategoria", "Szablon"),
    ("pt", "Ficheiro|Arquivo|Imagem", "Categoria", "Predefinição"),
    ("ro", "Fișier|Fişier|Imagine", "Categorie", "Format"),
    ("ru", "Файл|Изображение", "Категория", "Шаблон"),
    ("sh", "Datoteka|Slika", "Kategorija", "Šablon"),
    ("sk", "Súbor|Obrázok", "Kategória", "Šablóna"),
    ("sl", "Slika|Datoteka", "Kategorija", "Predloga"),
    ("sr", "Датотека|Слика|Datoteka|Slika", "Категорија|Kategorija", "Шаблон|Šablon"),
    ("sv", "Fil|Bild", "Kategori", "Mall"),
    ("ta", "படிமம்", "பகுப்பு", "வார்ப்புரு"),
    ("th", "ไฟล์|ภาพ", "หมวดหมู่", "แม่แบบ"),
    ("tr", "Dosya|Resim", "Kategori", "Şablon"),
    ("uk", "Файл|Зображення", "Категорія", "Шаблон"),
    ("vi", "Tập tin|Hình|Tập_tin", "Thể loại", "Bản mẫu|Tiêu bản"),
    ("zh", "文件|档案|檔案|图像|圖像|图片|圖片", "分类|分類", "模板|样板|樣板"),
];

/// The words that make a page a redirect, after `#`, in lower case.
const REDIRECT_WORDS: &[&str] = &[
    "redirect",
    "weiterleitung",
    "redirection",
    "redirección",
    "redireccion",
    "rinvia",
    "rinvio",
    "redirecionamento",
    "doorverwijzing",
    "patrz",
    "przekieruj",
    "tam",
    "перенаправление",
    "перенапр",
    "перенаправлення",
    "転送",
    "リダイレクト",
    "重定向",
    "重新導向",
    "重定向頁",
    "omdirigering",
    "ohjaus",
    "uudelleenohjaus",
    "تحويل",
    "تغییر مسیر",
    "تغییرمسیر",
    "הפניה",
    "přesměruj",
    "presmeruj",
    "átirányítás",
    "đổi",
    "alih",
    "yönlendir",
    "yönlendi̇r",
    "넘겨주기",
    "redirige",
    "redirecció",
    "birzuzendu",
    "suuna",
    "пренасочване",
    "виж",
    "преусмери",
    "preusmjeri",
    "preusmeri",
    "preusmeritev",
    "redirectare",
    "ανακατευθυνση",
    "ανακατεύθυνση",
    "alidirektu",
    "omdiriger",
    "lencong",
    "เปลี่ยนทาง",
    "पुनर्प्रेषित",
    "अनुप्रेषित",
    "পুনর্নির্দেশ",
    "வழிமாற்று",
    "գերահղում",
    "ვერ",
    "გადამისამართება",
    "pāradresācija",
    "peradresavimas",
];

/// Codes of Wikipedias: a link to one at a page's foot is not text.
const LANGUAGE_CODES: &str = " aa ab ace ady af ak als alt am ami an ang ann anp ar arc ary arz as ast atj av avk awa ay az azb \
    ba ban bar bat-smg bbc bcl bdr be be-tarask be-x-old bew bg bh bi bjn blk bm bn bo bpy br bs btm bug bxr ca cbk-zam cdo \
    ce ceb ch cho chr chy ckb co cr crh cs csb cu cv cy da dag de dga din diq dsb dtp dty dv dz ee el eml en eo es et eu ext \
    fa fat ff fi fiu-vro fj fo fon fr frp frr fur fy ga gag gan gcr gd gl glk gn gom gor got gpe gsw gu guc gur guw gv ha hak \
    haw he hi hif ho hr hsb ht hu hy hyw hz ia iba id ie ig igl ii ik ilo inh io is it iu ja jam jbo jv ka kaa kab kaj kbd \
    kbp kcg kg kge ki kj kk kl km kn knc ko koi kr krc ks ksh ku kus kv kw ky la lad lb lbe lez lfn lg li lij lld lmo ln lo \
    lrc lt ltg lv mad mai map-bms mdf mg mh mhr mi min mk ml mn mni mnw mo mos mr mrj ms mt mus mwl my myv mzn na nah nan nap \
    nb nds nds-nl ne new ng nia nl nn no nov nqo nr nrm nso nup nv ny oc olo om or os pa pag pam pap pcd pcm pdc pfl pi pih pl \
    pms pnb pnt ps pt pwn qu rki rm rmy rn ro roa-rup roa-tara rsk ru rue rup rw sa sah sat sc scn sco sd se sg sgs sh shi \
    shn si simple sk skr sl sm smn sn so sq sr srn ss st stq su sv sw syl szl szy ta tay tcy tdd te tet tg th ti tig tk tl \
    tly tn to tpi tr trv ts tt tum tw ty tyv udm ug uk ur uz ve vec vep vi vls vo vro wa war wo wuu xal xh xmf yi yo yue za \
    zea zgh zh zh-classical zh-cn zh-hans zh-hant zh-min-nan zh-tw zh-yue zu cmn dk egl jp lzh mkd srp szl nb no-nb ";

impl Site {
    /// The wiki of a language: `de` knows `Datei:`, `Bild:` and `Kategorie:`.
    pub fn new(language: &str) -> Site {
        let lower = |names: &[&str]| -> Vec<String> { names.iter().map(|name| fold_name(name)).collect() };
        let mut site = Site {
            language: language.to_lowercase(),
            files: lower(&["File", "Image"]),
            categories: lower(&["Category"]),
            templates: lower(&["Template", "T", "Tm"]),
            file_initials: 0,
        };
        let base = site.language.split(['-', '_']).next().unwrap_or_default().to_string();
        let own = NAMESPACE_NAMES.iter().find(|(code, ..)| *code == site.language || *code == base);
        if let Some((_, files, categories, templates)) = own {
            site.files.extend(files.split('|').map(fold_name));
            site.categories.extend(categories.split('|').map(fold_name));
            site.templates.extend(templates.split('|').map(fold_name));
        }
        site.file_initials = collect_initials(&site.files);
        site
    }

    /// Adds the names and aliases of a dump's `siteinfo`: `(6, "Datei")` is one more name for files.
    pub fn with_namespaces(mut self, names: &[(i32, String)]) -> Site {
        for (number, name) in names {
            let list = match number {
                6 => &mut self.files,
                10 => &mut self.templates,
                14 => &mut self.categories,
                _ => continue,
            };
            let name = fold_name(name);
            if !name.is_empty() && !list.contains(&name) {
                list.push(name);
            }
        }
        self.file_initials = collect_initials(&self.files);
        self
    }

    /// The language code, in lower case.
    pub(super) fn language(&self) -> &str {
        &self.language
    }

    /// Its pages carry `-{ }-`, the choice between scripts.
    pub(super) fn has_variants(&self) -> bool {
        const CODES: &[&str] =
            &["zh", "sr", "kk", "ku", "iu", "uz", "crh", "gan", "shi", "tg", "sh", "yue", "wuu", "hak"];
        self.is_any_language(CODES)
    }

    /// Its language is one of `codes`, in any variety: `zh-tw` is `zh`.
    pub(super) fn is_any_language(&self, codes: &[&str]) -> bool {
        let base = self.language.split(['-', '_']).next().unwrap_or_default();
        codes.contains(&base)
    }

    pub(super) fn is_file(&self, prefix: &str) -> bool {
        contains_name(&self.files, prefix)
    }

    /// The name of a file may begin with this byte: false for most, and quickly so.
    pub(super) fn may_be_file(&self, first: u8) -> bool {
        !first.is_ascii_alphanumeric() || self.file_initials >> (first | 0x20) & 1 == 1
    }

    pub(super) fn is_category(&self, prefix: &str) -> bool {
        contains_name(&self.categories, prefix)
    }

    pub(super) fn is_template(&self, prefix: &str) -> bool {
        contains_name(&self.templates, prefix)
    }

    /// `fr`, `zh-min-nan`, `simple`: a prefix that leads to the same page in another language.
    pub(super) fn is_language(&self, prefix: &str) -> bool {
        if prefix.len() > 20 || !prefix.is_ascii() {
            return false;
        }
        let code = fold_name(prefix);
        !code.is_empty() && !code.contains(' ') && LANGUAGE_CODES.contains(&format!(" {code} "))
    }

    /// The page only leads to another: `#REDIRECT [[x]]`, `#WEITERLEITUNG [[x]]`.
    pub(super) fn is_redirect(&self, source: &str) -> bool {
        let Some(text) = source.trim_start_matches('\u{feff}').trim_start().strip_prefix(['#', '＃']) else {
            return false;
        };
        let head = text.trim_start();
        let Some(end) = head.find(['[', '\n']) else { return false };
        let word = head[..end].trim().trim_end_matches([':', '：']).trim();
        head[end..].starts_with("[[") && word.len() < 60 && REDIRECT_WORDS.contains(&word.to_lowercase().as_str())
    }
}

/// Lower case, blanks for `_`, trimmed.
fn fold_name(name: &str) -> String {
    name.trim_matches(|c: char| c.is_whitespace() || c == '_').replace('_', " ").to_lowercase()
}

fn collect_initials(names: &[String]) -> u128 {
    let firsts = names.iter().filter_map(|name| name.bytes().next()).filter(u8::is_ascii);
    firsts.fold(0, |bits, first| bits | 1 << (first | 0x20))
}

fn contains_name(names: &[String], prefix: &str) -> bool {
    let prefix = prefix.trim_matches(|c: char| c.is_whitespace() || c == '_');
    if prefix.is_ascii() && !prefix.contains('_') {
        return names.iter().any(|name| name.eq_ignore_ascii_case(prefix));
    }
    prefix.len() < 100 && names.contains(&fold_name(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wiki_knows_its_own_names_and_the_english_ones() {
        let site = Site::new("de").with_namespaces(&[(14, "Rubrik".to_string())]);
        assert!(site.is_file("Datei") && site.is_file(" bild ") && site.is_file("IMAGE"));
        assert!(site.is_category("kategorie") && site.is_category("Rubrik") && !site.is_category("Kat"));
        assert!(Site::new("ru").is_file("ФАЙЛ") && Site::new("zh-TW").is_category("分類"));
        assert!(Site::new("vi").is_file("Tập_tin"));
    }

    #[test]
    fn a_redirect_needs_its_word_and_a_link() {
        let site = Site::new("en");
        assert!(site.is_redirect("#REDIRECT [[Lake]] {{R}}") && site.is_redirect(" #redirect: [[Lake]]"));
        assert!(site.is_redirect("#重定向[[湖]]") && site.is_redirect("#WEITERLEITUNG [[See]]"));
        assert!(!site.is_redirect("# first [[item]]") && !site.is_redirect("#REDIRECT nowhere"));
    }

    #[test]
    fn sister_languages_are_known_by_code() {
        let site = Site::new("en");
        assert!(site.is_language("fr") && site.is_language("zh-min-nan") && !site.is_language("wikt"));
    }
}
