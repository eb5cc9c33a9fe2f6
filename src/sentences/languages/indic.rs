//! The languages of India and its neighbours. They have no capitals: what stands before a stop must tell.
//!
//! Their initials are the names of Latin letters: Malayalam "കെ. പി. മോഹനൻ" is "K. P. Mohanan".

use crate::sentences::row::{Kind, Row};

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "Hindi",
        codes: "hi hin mr mar ne nep sa san bho mai",
        script: Some(('\u{900}', '\u{97f}')),
        abbreviations: &[(
            Kind::Never,
            "डॉ डा प्रो श्री श्रीमती पं कु मो सु स्व ई.पू ई एम ए बी सी डी पी के जे आर एस टी वी एच जी एल एन ओ यू एफ \
             डब्ल्यू एक्स वाई ज़ेड आय झेड जेड क्र पृ इ.स इ.पू इ रु रू कि.मी कि मि सें नं ता सौ ले प्रा उदा लि",
        )],
        ..Row::PLAIN
    },
    Row {
        name: "Bengali",
        codes: "bn ben as asm bpy",
        script: Some(('\u{980}', '\u{9ff}')),
        abbreviations: &[
            (
                Kind::Never,
                "ডা ড ডঃ ডাঃ মো মোঃ মি মিস প্রফে অধ্যা এম এ বি সি ডি পি কে জে আর এস টি ভি এইচ জি এল এন ও ইউ এফ খ্রি পৃ নং",
            ),
            (Kind::Word, "না হ্যাঁ কি সে তা নে দে যা খা"),
        ],
        syllables_are_initials: true,
        ..Row::PLAIN
    },
    Row {
        name: "Punjabi",
        codes: "pa pan",
        script: Some(('\u{a00}', '\u{a7f}')),
        abbreviations: &[(Kind::Never, "ਡਾ ਪ੍ਰੋ ਸ੍ਰੀ ਸ ਐਮ ਏ ਬੀ ਸੀ ਡੀ ਪੀ ਕੇ ਜੇ ਆਰ ਐਸ ਟੀ ਵੀ ਐਚ ਜੀ ਐਲ ਐਨ ਓ ਯੂ ਐਫ ਈ.ਪੂ")],
        ..Row::PLAIN
    },
    Row {
        name: "Gujarati",
        codes: "gu guj",
        script: Some(('\u{a80}', '\u{aff}')),
        abbreviations: &[
            (Kind::Never, "ડૉ ડો પ્રો શ્રી સ્વ એમ એ બી સી ડી પી કે જે આર એસ ટી વી એચ જી એલ એન ઓ યુ એફ ઈ.સ ઇ.સ કિ.મી રૂ નં"),
            (Kind::Word, "છે છો છું હા ના જા આવ લે દે"),
        ],
        syllables_are_initials: true,
        ..Row::PLAIN
    },
    Row {
        name: "Odia",
        codes: "or ori ory",
        script: Some(('\u{b00}', '\u{b7f}')),
        abbreviations: &[(Kind::Never, "ଡା ଡ ଡଃ ପ୍ରଫେ ଶ୍ରୀ ଏମ ଏ ବି ସି ଡି ପି କେ ଜେ ଆର ଏସ ଟି ଭି ଏଚ"), (Kind::Word, "ନା ହଁ")],
        syllables_are_initials: true,
        ..Row::PLAIN
    },
    Row {
        name: "Tamil",
        codes: "ta tam",
        script: Some(('\u{b80}', '\u{bff}')),
        abbreviations: &[
            (Kind::Never, "டாக்டர் பேரா எஸ் எம் ஆர் என் எல் எஃப் எப் எச் எக்ஸ் வை டபிள்யூ கி.மு கி.பி கி.மீ மு ப எ.கா பக்"),
            (Kind::Word, "வா போ தா நீ"),
        ],
        syllables_are_initials: true,
        ..Row::PLAIN
    },
    Row {
        name: "Telugu",
        codes: "te tel",
        script: Some(('\u{c00}', '\u{c7f}')),
        abbreviations: &[
            (Kind::Never, "డా డాక్టర్ ప్రొ శ్రీ ఎస్ ఎం ఆర్ ఎన్ ఎల్ ఎఫ్ ఎచ్ హెచ్ ఎక్స్ వై క్రీ.పూ క్రీ.శ కి.మీ రూ నం"),
            (Kind::Word, "రా పో"),
        ],
        syllables_are_initials: true,
        ..Row::PLAIN
    },
    Row {
        name: "Kannada",
        codes: "kn kan tcy",
        script: Some(('\u{c80}', '\u{cff}')),
        abbreviations: &[
            (Kind::Never, "ಡಾ ಪ್ರೊ ಶ್ರೀ ಎಸ್ ಎಂ ಆರ್ ಎನ್ ಎಲ್ ಎಫ್ ಎಚ್ ಹೆಚ್ ಎಕ್ಸ್ ವೈ ಕ್ರಿ.ಪೂ ಕ್ರಿ.ಶ ಕಿ.ಮೀ ರೂ ನಂ ಪು"),
            (Kind::Word, "ಬಾ ಹೋ"),
        ],
        syllables_are_initials: true,
        ..Row::PLAIN
    },
    Row {
        name: "Malayalam",
        codes: "ml mal",
        script: Some(('\u{d00}', '\u{d7f}')),
        abbreviations: &[
            (
                Kind::Never,
                "ഡോ ഡോക്ടർ മി മിസ് മിസിസ് പ്രൊ പ്രൊഫ പ്രഫ പ്രൊഫസർ ശ്രീ ശ്രീമതി അഡ്വ ഫാ റവ സെന്റ് ബ്രി എസ് എം ആർ എൻ എൽ എഫ് എച്ച് \
                 എക്സ് വൈ ക്രി.മു ക്രി.വ എ.ഡി ബി.സി കി.മീ രൂ നം ഉദാ കേണൽ ജന മേജ ലഫ്",
            ),
            (Kind::Word, "വാ പോ"),
        ],
        syllables_are_initials: true,
        ..Row::PLAIN
    },
    Row {
        name: "Sinhala",
        codes: "si sin",
        script: Some(('\u{d80}', '\u{dff}')),
        abbreviations: &[(
            Kind::Never,
            "ආචාර්ය මහාචාර්ය ආචා මහා එස් එම් ආර් එන් එල් එෆ් එච් ඒ බී සී ඩී ඊ ජී අයි ජේ කේ ඕ පී ටී යූ වී ක්‍රි.පූ ක්‍රි.ව ක්‍රි.ව",
        )],
        ..Row::PLAIN
    },
];
