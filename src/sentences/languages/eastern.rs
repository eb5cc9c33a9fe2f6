//! Chinese, Japanese, Korean and Thai, whose sentences are mostly told by their stops alone. More is in `east`.

use crate::sentences::row::Row;

pub(super) static ROWS: &[Row] = &[
    Row { name: "Chinese", codes: "zh zho chi cmn yue wuu gan lzh", ..Row::PLAIN },
    Row { name: "Japanese", codes: "ja jpn", ..Row::PLAIN },
    Row { name: "Korean", codes: "ko kor", script: Some(('\u{ac00}', '\u{d7a3}')), dotted_dates: true, ..Row::PLAIN },
    Row { name: "Thai", codes: "th tha", script: Some(('\u{e00}', '\u{e7f}')), ..Row::PLAIN },
];
