//! Words of other languages: with the language's name before them, or with their scripts in brackets.

use super::super::expand::{Expander, TemplateCall};
use super::super::kind::TemplateKind;

/// Code, name in English, name in Chinese.
const LANGUAGES: &[(&str, &str, &str)] = &[
    ("af", "Afrikaans", "南非語"),
    ("am", "Amharic", "阿姆哈拉語"),
    ("ang", "Old English", "古英語"),
    ("ar", "Arabic", "阿拉伯語"),
    ("arc", "Aramaic", "阿拉姆語"),
    ("az", "Azerbaijani", "阿塞拜疆語"),
    ("ba", "Bashkir", "巴什基爾語"),
    ("be", "Belarusian", "白俄羅斯語"),
    ("bg", "Bulgarian", "保加利亞語"),
    ("bn", "Bengali", "孟加拉語"),
    ("bo", "Tibetan", "藏語"),
    ("br", "Breton", "布列塔尼語"),
    ("bs", "Bosnian", "波士尼亞語"),
    ("ca", "Catalan", "加泰羅尼亞語"),
    ("cop", "Coptic", "科普特語"),
    ("cs", "Czech", "捷克語"),
    ("cu", "Old Church Slavonic", "古教會斯拉夫語"),
    ("cy", "Welsh", "威爾士語"),
    ("da", "Danish", "丹麥語"),
    ("de", "German", "德語"),
    ("el", "Greek", "希臘語"),
    ("en", "English", "英語"),
    ("eo", "Esperanto", "世界語"),
    ("es", "Spanish", "西班牙語"),
    ("et", "Estonian", "愛沙尼亞語"),
    ("eu", "Basque", "巴斯克語"),
    ("fa", "Persian", "波斯語"),
    ("fi", "Finnish", "芬蘭語"),
    ("fil", "Filipino", "菲律賓語"),
    ("fr", "French", "法語"),
    ("fro", "Old French", "古法語"),
    ("ga", "Irish", "愛爾蘭語"),
    ("gd", "Scottish Gaelic", "蘇格蘭蓋爾語"),
    ("gl", "Galician", "加利西亞語"),
    ("grc", "Ancient Greek", "古希臘語"),
    ("gu", "Gujarati", "古吉拉特語"),
    ("haw", "Hawaiian", "夏威夷語"),
    ("he", "Hebrew", "希伯來語"),
    ("hi", "Hindi", "印地語"),
    ("hr", "Croatian", "克羅地亞語"),
    ("hu", "Hungarian", "匈牙利語"),
    ("hy", "Armenian", "亞美尼亞語"),
    ("id", "Indonesian", "印尼語"),
    ("is", "Icelandic", "冰島語"),
    ("it", "Italian", "意大利語"),
    ("ja", "Japanese", "日語"),
    ("jv", "Javanese", "爪哇語"),
    ("ka", "Georgian", "格魯吉亞語"),
    ("kk", "Kazakh", "哈薩克語"),
    ("km", "Khmer", "高棉語"),
    ("kn", "Kannada", "卡納達語"),
    ("ko", "Korean", "韓語"),
    ("ku", "Kurdish", "庫爾德語"),
    ("ky", "Kyrgyz", "吉爾吉斯語"),
    ("la", "Latin", "拉丁語"),
    ("lb", "Luxembourgish", "盧森堡語"),
    ("lo", "Lao", "老撾語"),
    ("lt", "Lithuanian", "立陶宛語"),
    ("lv", "Latvian", "拉脫維亞語"),
    ("mi", "Māori", "毛利語"),
    ("mk", "Macedonian", "馬其頓語"),
    ("ml", "Malayalam", "馬拉雅拉姆語"),
    ("mn", "Mongolian", "蒙古語"),
    ("mr", "Marathi", "馬拉地語"),
    ("ms", "Malay", "馬來語"),
    ("mt", "Maltese", "馬耳他語"),
    ("my", "Burmese", "緬甸語"),
    ("ne", "Nepali", "尼泊爾語"),
    ("nl", "Dutch", "荷蘭語"),
    ("nn", "Norwegian Nynorsk", "挪威語"),
    ("no", "Norwegian", "挪威語"),
    ("non", "Old Norse", "古諾爾斯語"),
    ("oc", "Occitan", "奧克語"),
    ("ota", "Ottoman Turkish", "鄂圖曼土耳其語"),
    ("pa", "Punjabi", "旁遮普語"),
    ("pl", "Polish", "波蘭語"),
    ("ps", "Pashto", "普什圖語"),
    ("pt", "Portuguese", "葡萄牙語"),
    ("qu", "Quechua", "克丘亞語"),
    ("ro", "Romanian", "羅馬尼亞語"),
    ("ru", "Russian", "俄語"),
    ("sa", "Sanskrit", "梵語"),
    ("sco", "Scots", "低地蘇格蘭語"),
    ("sh", "Serbo-Croatian", "塞爾維亞-克羅地亞語"),
    ("si", "Sinhala", "僧伽羅語"),
    ("sk", "Slovak", "斯洛伐克語"),
    ("sl", "Slovene", "斯洛文尼亞語"),
    ("so", "Somali", "索馬里語"),
    ("sq", "Albanian", "阿爾巴尼亞語"),
    ("sr", "Serbian", "塞爾維亞語"),
    ("su", "Sundanese", "巽他語"),
    ("sv", "Swedish", "瑞典語"),
    ("sw", "Swahili", "斯瓦希里語"),
    ("syr", "Syriac", "古敘利亞語"),
    ("ta", "Tamil", "泰米爾語"),
    ("te", "Telugu", "泰盧固語"),
    ("tg", "Tajik", "塔吉克語"),
    ("th", "Thai", "泰語"),
    ("tk", "Turkmen", "土庫曼語"),
    ("tl", "Tagalog", "他加祿語"),
    ("tr", "Turkish", "土耳其語"),
    ("tt", "Tatar", "韃靼語"),
    ("ug", "Uyghur", "維吾爾語"),
    ("uk", "Ukrainian", "烏克蘭語"),
    ("ur", "Urdu", "烏爾都語"),
    ("uz", "Uzbek", "烏茲別克語"),
    ("vi", "Vietnamese", "越南語"),
    ("yi", "Yiddish", "意第緒語"),
    ("zh", "Chinese", "漢語"),
    ("zu", "Zulu", "祖魯語"),
];

pub(super) fn render_language_template(expander: &mut Expander, kind: TemplateKind, call: TemplateCall, name: &str) {
    match kind {
        TemplateKind::LangCode => {
            let code = name.trim_start_matches("lang").trim_start_matches(['-', ' ']).to_string();
            render_with_name(expander, call, &code, 1);
        }
        TemplateKind::Langx => {
            let code = expander.expand_place(call, 1).trim().to_lowercase();
            render_with_name(expander, call, &code, 2);
        }
        TemplateKind::Nihongo => render_nihongo(expander, call, false),
        TemplateKind::NihongoRomaji => render_nihongo(expander, call, true),
        TemplateKind::Korean => render_labelled(
            expander,
            call,
            &[("hangul", "Korean: "), ("hanja", "Hanja: "), ("rr", "RR: "), ("mr", "MR: "), ("lit", "lit. ")],
        ),
        _ => render_chinese(expander, call),
    }
}

/// `{{lang-de|Alm}}` -> `German: Alm`, in Chinese `德語：Alm`; in other wikis the word alone.
fn render_with_name(expander: &mut Expander, call: TemplateCall, code: &str, first: u32) {
    let word = match call.argument_at(first) {
        Some(argument) => expander.expand_argument(argument, call.depth),
        None => expander.expand_first_named(call, &["text"]),
    };
    let latin = if call.argument_at(first + 1).is_some() {
        expander.expand_place(call, first + 1)
    } else {
        expander.expand_first_named(call, &["translit", "tr", "romanized"])
    };
    let meaning = if call.argument_at(first + 2).is_some() {
        expander.expand_place(call, first + 2)
    } else {
        expander.expand_first_named(call, &["lit", "translation", "literal"])
    };
    let label = expander.expand_first_named(call, &["label", "links-label"]);
    let base = code.split('-').next().unwrap_or_default();
    let known = LANGUAGES.iter().find(|(known, ..)| *known == code || *known == base);
    let site = expander.page.site;
    let mut text = String::new();
    match known {
        _ if label == "none" || label == "no" => {}
        _ if !label.is_empty() => text = format!("{label}: "),
        Some((_, _, chinese)) if site.is_any_language(&["zh", "yue", "wuu", "gan"]) => text = format!("{chinese}："),
        Some((_, english, _)) if site.is_any_language(&["en", "simple", ""]) => text = format!("{english}: "),
        _ => {}
    }
    text.push_str(&word);
    if site.is_any_language(&["en", "simple", ""]) {
        if !latin.is_empty() {
            text.push_str(", romanized: ");
            text.push_str(&latin);
        }
        if !meaning.is_empty() {
            text.push_str(&format!(", lit. '{meaning}'"));
        }
    }
    expander.write_text(call.node, &text);
}

/// `{{nihongo|tea house|茶屋|chaya}}` -> `tea house (茶屋, chaya)`; the other way puts the reading first.
fn render_nihongo(expander: &mut Expander, call: TemplateCall, reading_first: bool) {
    let english = expander.expand_place(call, 1);
    let kanji = expander.expand_place(call, 2);
    let reading = expander.expand_place(call, 3);
    let extra = if call.argument_at(4).is_some() {
        expander.expand_place(call, 4)
    } else {
        expander.expand_first_named(call, &["extra"])
    };
    let after = if call.argument_at(5).is_some() {
        expander.expand_place(call, 5)
    } else {
        expander.expand_first_named(call, &["extra2"])
    };
    let (head, rest) = match (reading_first, english.is_empty()) {
        (true, _) => (&reading, [&kanji, &english, &extra]),
        (false, true) => (&reading, [&kanji, &english, &extra]),
        (false, false) => (&english, [&kanji, &reading, &extra]),
    };
    let inside: Vec<&str> = rest.iter().map(|part| part.as_ref()).filter(|part| !part.is_empty()).collect();
    let mut text = head.to_string();
    if !inside.is_empty() {
        text.push_str(&format!(" ({})", inside.join(", ")));
    }
    if !after.is_empty() {
        text.push(' ');
        text.push_str(&after);
    }
    expander.write_text(call.node, text.trim());
}

/// `{{zh|c=茶|p=chá}}` -> `Chinese: 茶; pinyin: chá`.
fn render_chinese(expander: &mut Expander, call: TemplateCall) {
    if call.argument_at(1).is_some() && call.arguments.iter().all(|argument| argument.place > 0) {
        return render_with_name(expander, call, "zh", 1);
    }
    render_labelled(
        expander,
        call,
        &[
            ("c", "Chinese: "),
            ("s", "simplified Chinese: "),
            ("t", "traditional Chinese: "),
            ("p", "pinyin: "),
            ("tp", "Tongyong Pinyin: "),
            ("w", "Wade–Giles: "),
            ("j", "Jyutping: "),
            ("cy", "Cantonese Yale: "),
            ("sl", "Sidney Lau: "),
            ("poj", "Pe̍h-ōe-jī: "),
            ("tl", "Tâi-lô: "),
            ("zhu", "Zhuyin: "),
            ("l", "lit. "),
            ("tr", "transl. "),
        ],
    );
}

fn render_labelled(expander: &mut Expander, call: TemplateCall, labels: &[(&str, &str)]) {
    let bare = expander.expand_first_named(call, &["labels"]) == "no";
    let mut text = String::new();
    for (name, label) in labels {
        let value = expander.expand_first_named(call, &[name]);
        if value.is_empty() {
            continue;
        }
        if !text.is_empty() {
            text.push_str("; ");
        }
        if !bare {
            text.push_str(label);
        }
        if *name == "l" {
            text.push_str(&format!("'{value}'"));
        } else {
            text.push_str(&value);
        }
    }
    expander.write_text(call.node, &text);
}
