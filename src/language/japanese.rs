//! Japanese. Numbers and dates are read as in Chinese, in `values::east`.

use super::WordTable;

pub static WORDS: WordTable = WordTable {
    code: "ja",
    months: ["一月", "二月", "三月", "四月", "五月", "六月", "七月", "八月", "九月", "十月", "十一月", "十二月"],
    about: "約 およそ",
    nearly: "ほぼ",
    over: "以上",
    under: "未満",
    numbers: &["零 〇", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十"],
    scales: &[(4, "万"), (8, "億"), (12, "兆")],
    function_words: "の は が を に で と も や へ",
    pronouns: "彼 彼女 これ それ",
    negations: "ず ぬ",
    hedges: "約 およそ たぶん おそらく",
    citations: "閲覧 出版 頁",
    pointers: "",
    aspects: "の歴史 の経済 の地理 の政治 の文化 の一覧 歴史 経済 一覧 の交通 の人口",
};
