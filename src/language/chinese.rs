//! Chinese, in both ways of writing. Only characters that are hardly ever a part of another word: 非 is in 非洲. Numbers and dates have a grammar of their own in `values::east`.

use super::WordTable;

pub static WORDS: WordTable = WordTable {
    code: "zh",
    months: ["一月", "二月", "三月", "四月", "五月", "六月", "七月", "八月", "九月", "十月", "十一月", "十二月"],
    about: "大约 大約 约 約 左右",
    nearly: "将近 將近 近",
    over: "超过 超過 逾",
    under: "不到 不足",
    numbers: &["零 〇", "一", "二 两 兩", "三", "四", "五", "六", "七", "八", "九", "十"],
    scales: &[(4, "万 萬"), (8, "亿 億")],
    function_words: "的 之 了 着 和 与 與 及 或 在 于 於 从 從 被 由 是 也 都",
    pronouns: "他 她 它 该 該 此 这 這 那 其",
    negations: "不 没 沒 未",
    hedges: "约 約 可能 或许 或許 大概 据说 據說",
    citations: "出版社 查阅 查閱",
    pointers: "",
    aspects: "历史 歷史 经济 經濟 地理 政治 文化 人口 交通 教育 军事 軍事 列表 行政区划 行政區劃 体育 體育 气候 氣候",
};
