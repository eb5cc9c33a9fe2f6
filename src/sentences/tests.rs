//! What the splitter promises, in texts of our own.

use super::{Language, Splitter};

pub(super) fn split<'a>(language: &str, text: &'a str) -> Vec<&'a str> {
    let mut ranges = Vec::new();
    Splitter::new(Language::from_code(language)).split(text, &mut ranges);
    ranges.iter().map(|(start, end)| &text[*start as usize..*end as usize]).collect()
}

/// Checks that sentences joined by a blank come apart again.
fn joined(language: &str, cases: &[&[&str]]) {
    let mut wrong = Vec::new();
    for sentences in cases {
        let text = sentences.join(" ");
        let found = split(language, &text);
        if found != *sentences {
            wrong.push(format!("\n  found    {found:?}\n  expected {sentences:?}"));
        }
    }
    assert!(wrong.is_empty(), "{language}: {} of {}{}", wrong.len(), cases.len(), wrong.concat());
}

/// Checks that sentences joined by nothing come apart again.
fn glued(language: &str, cases: &[&[&str]]) {
    let mut wrong = Vec::new();
    for sentences in cases {
        let text = sentences.concat();
        let found = split(language, &text);
        if found != *sentences {
            wrong.push(format!("\n  found    {found:?}\n  expected {sentences:?}"));
        }
    }
    assert!(wrong.is_empty(), "{language}: {} of {}{}", wrong.len(), cases.len(), wrong.concat());
}

#[test]
fn english_titles_and_initials_end_nothing() {
    joined(
        "en",
        &[
            &["Mr. Birch and Ms. Elm wed.", "Rev. Stone came."],
            &["Lt. Col. Reed led them.", "Maj. Gen. Ward did not."],
            &["The Rt. Hon. Mary Ford spoke.", "Capt. Lowe slept."],
            &["She met G. K. Marsh, Jr. in Rome.", "He was late."],
            &["It was written by W.H. Dale.", "Few read it."],
            &["John F. Reed and Ann B. Cole moved in.", "They stayed."],
            &["Martin Reed Jr. wrote it.", "His son, Martin Reed III, sold it."],
            &["He was a son of John Reed Sr.", "The family was poor."],
            &["We were a pair, she and I.", "Did you meet Paul I. Brand there?"],
            &["It is rich in vitamin C.", "The rind is bitter."],
            &["That is Tom Reed Jr.'s boat.", "It leaks."],
            &["Messrs. Cole and Dunn wrote to Mme. Roux.", "Sgt. Bell carried it."],
        ],
    );
}

#[test]
fn english_acronyms_end_only_before_words_that_open_sentences() {
    joined(
        "en",
        &[
            &["She flew to the U.K.", "The flight was long."],
            &["The U.S. Navy bought it.", "It sank."],
            &["He served in the U.S. Army and the U.N. force.", "He was tall."],
            &["They live in the E.U.", "How do you like it?"],
            &["I saw the U.S.A. last year.", "It is big."],
            &["He lived in Washington, D.C. for years.", "Then he left."],
            &["She joined the F.B.I. in May.", "He did not."],
            &["The U.S.S.R. fell.", "Its heirs met."],
            &["The N.A.A.C.P. Legal Fund sued.", "It won."],
        ],
    );
}

#[test]
fn english_times_and_eras() {
    joined(
        "en",
        &[
            &["It opened at 5 p.m.", "Nobody came."],
            &["At 6 a.m. Mr. Reed woke up.", "He went to bed at 9 P.M.", "Mr. Reed then slept."],
            &["It shuts at 6 p.m. Monday and Friday.", "It is free."],
            &["The city fell in 146 B.C.", "Rome burned it."],
            &["In 44 B.C. Caesar was killed.", "Rome wept."],
            &["It was built in 300 B.C.E. and fell in 70 C.E.", "The stones remain."],
            &["They met at 10 a.m. Eastern time.", "All agreed."],
        ],
    );
}

#[test]
fn english_numbers_and_references() {
    joined(
        "en",
        &[
            &["See pp. 12–15 and vol. 3, ch. 4.", "Fig. 2 shows it."],
            &["He lived at No. 10.", "Nos. 3 and 4 were sold."],
            &["The answer was no.", "Nobody spoke."],
            &["She has $10.50.", "It is in her bag."],
            &["Turn to p. 55.", "Read it."],
            &["Symphony No. 9 and Op. 27 No. 2 were played.", "It rained."],
            &["See Sec. 4.2 and Eq. (3).", "Art. 5 is void."],
            &["Vol. II came out in 1901.", "Vol. III did not."],
            &["It grew by 3.5 percent.", "12 men left."],
            &["You find it at N°. 1026.253.", "It is small."],
            &["It rose 1.5 m in 1990.", "In 1991 it fell."],
            &["The law (Pub. L. 94–142) passed.", "It stood."],
            &["Version 2.0.1 came out.", "Version 3 did not."],
        ],
    );
}

#[test]
fn english_latin_legal_and_learned_words() {
    joined(
        "en",
        &[
            &["Birds, e.g. Swans, came.", "They left."],
            &["He sold tea, salt, etc.", "Trade was good."],
            &["Reed et al. found it.", "Others did not."],
            &["Reed et al. (1999) found it.", "It was new."],
            &["It was Reed vs. Stone.", "Reed won."],
            &["The case of Roe v. Dale was lost.", "No one paid."],
            &["It was founded c. 1200 by nuns.", "It burned ca. 1300."],
            &["Ann Reed (b. 1900, d. 1980) wrote it.", "It sold well."],
            &["She holds a B.A. and an M.Sc.", "She has no Ph.D.", "Her sister does."],
            &["Samples of S. aureus and B. subtilis grew.", "E. coli did not."],
            &["Approx. 40 men came.", "Cf. the list."],
            &["King Roe I (r. 1501–1510) died.", "His son ruled."],
        ],
    );
}

#[test]
fn english_companies_places_and_dates() {
    joined(
        "en",
        &[
            &["He worked at Reed & Co. in Bath.", "It closed."],
            &["They dealt with Reed, Stone & Co.", "It failed."],
            &["Were Ann and co. at home?", "They were."],
            &["Ask Ann and co.", "They know."],
            &["Acme Inc. bought Dale Corp. for cash.", "The deal held."],
            &["It was sold to Dale Ltd.", "The price was low."],
            &["He lives on Elm St. near Oak Ave. in Bath.", "She lives on Main St.", "The house is old."],
            &["St. John's is on 5th st. near a pub.", "It is old."],
            &["We saw Mt. Hood from there.", "It was white."],
            &["They met on Jan. 5 and again in Dec. 1901.", "It snowed."],
            &["It happened on Mon. Feb. 3.", "All slept."],
            &["He was 6 ft. 2 in. tall.", "She was not."],
            &["The board is 9 ft.", "Both ends are cut."],
            &["It opened in Sept.", "The crowd was thin."],
            &["The firm of Hale Bros. was old.", "It was sold."],
        ],
    );
}

#[test]
fn english_quotes_and_brackets() {
    joined(
        "en",
        &[
            &["She turned to him, \"It is fine.\" she said."],
            &["She turned to him, 'It is fine.' she said."],
            &["She turned to him, “It is fine.”", "She held it out."],
            &["\"Stop!\" he cried.", "Nobody did."],
            &["\"Is it far?\" Reed asked.", "“Yes!” Mrs. Reed said."],
            &["“Is it far?”", "The man was gone."],
            &["He said \"I came. I saw. I won.\" and left.", "We stayed."],
            &["‘It is late. We must go,’ she said.", "They went."],
            &["He asked, \"Who is it?\"", "There was no answer."],
            &["The film \"Oh! What a Day\" was shown.", "It was long."],
            &["He teaches (He used to dig wells.) at the school.", "He is kind."],
            &["It fell (see p. 3).", "(It was old.)", "No one knew."],
            &["It ended [as planned].", "All was well."],
            &["“It works.”", "“Does it?”", "“It does.”"],
            &["\"It works.\"", "\"Does it?\""],
            &["The sign said 'No entry.'", "They went in."],
            &["It was the so-called \"end.\"", "Then came more."],
            &["\"Bohr [...] used it [...]\" (Reed 55).", "It was so."],
            &["He called it \"great\".", "It was not."],
            &["Was it \"great\"?", "It was not!"],
            &["He cried \"Help!\" and fell.", "We ran."],
        ],
    );
}

#[test]
fn english_ellipses_and_marks() {
    joined(
        "en",
        &[
            &["Hello!!", "Long time no see."],
            &["Hello??", "Who is it?"],
            &["Hello!?", "Is it you?"],
            &["I never meant it....", "She went out."],
            &["I was not ... well, what I mean...see . . . what I say is . . . I did not mean it."],
            &["One habit which was weak . . . was that of joining words. . . .", "The habit was kept. . . ."],
            &["She waited…", "Nobody came."],
            &["She waited...", "Nobody came."],
            &["He said … nothing.", "She left."],
            &["Mark the end with a stop . . . .", "Next one."],
            &["She works at Yahoo! in the back.", "Jeopardy! is on."],
            &["Yahoo! Japan is large.", "Guess? makes jeans."],
            &["He liked Yahoo!", "The rest did not."],
        ],
    );
}

#[test]
fn english_addresses_files_and_small_starts() {
    joined(
        "en",
        &[
            &["Her mail is Ann.Reed@example.com.", "I wrote to her."],
            &["It is at https://www.example.50.com/new-site/a_b.html.", "Look at it."],
            &["Open setup.exe or read_me.txt.", "Then wait."],
            &["It runs Node.js and ASP.NET.", "It is slow."],
            &["He sold it.", "eBay took a cut."],
            &["The web site is example.org.", "It is free."],
            &["See www.example.com/A.B?C=D.Then for it.", "It is there."],
            &["The end came late.[3]", "Then it rained.[12][13]", "All slept."],
            &["The end came late.[citation needed]", "Then it rained."],
        ],
    );
    glued(
        "en",
        &[
            &["The well is dry.", "The men left.", "Mr. Reed stayed and paid 1,000.", "That is a lot."],
            &["It ended.[3]", "Then it rained."],
            &["Was it late?", "Yes it was."],
        ],
    );
}

#[test]
fn lists_in_one_line_come_apart_at_their_markers() {
    joined(
        "en",
        &[
            &["1.) Take the tea", "2.) Take the milk"],
            &["1.) Take the tea.", "2.) Take the milk."],
            &["1) Take the tea", "2) Take the milk"],
            &["1) Take the tea.", "2) Take the milk."],
            &["1. Take the tea", "2. Take the milk"],
            &["1. Take the tea.", "2. Take the milk."],
            &["• 9. Take the tea", "• 10. Take the milk"],
            &["⁃9. Take the tea", "⁃10. Take the milk"],
            &["a. Take the tea", "b. Take the milk", "c. Take the salt"],
            &["It has (a) tea, (b) milk and (c) salt.", "It is good."],
            &["II. The second part is long.", "It ends."],
            &["Step 1.", "Dig."],
        ],
    );
}

#[test]
fn a_newline_is_a_blank_and_two_are_an_end() {
    assert_eq!(split("en", "It was a cold \nnight.\nIt was dark"), ["It was a cold \nnight.", "It was dark"]);
    assert_eq!(split("en", "Tea\n \nmilk\r\n\r\nsalt"), ["Tea", "milk", "salt"]);
    assert_eq!(split("en", "(Tea\r\nand\n\nmilk)"), ["(Tea\r\nand", "milk)"]);
}

#[test]
fn chinese_and_japanese() {
    glued(
        "zh",
        &[
            &["“快跑！”他喊道。", "没人动。"],
            &["他说：“天晴了。我们走吧。”", "大家都笑了。"],
            &["他問：「你是誰？」", "沒有人回答。"],
            &["我读过《你好，明天！》和《走吧》。", "都很好。"],
            &["他去了（据说很远……）的地方。", "后来回来了。"],
            &["你用iPhone吗？", "我不用。", "版本2.0.1很慢。"],
            &["J.K.罗琳写了它。", "它很长。"],
            &["「Love Live!」是动画。", "很受欢迎。"],
            &["真的嗎?", "當然!", "走吧。"],
            &["第一、水；第二、火：都有。", "完。"],
            &["价格为3.5元。", "2008年上涨。"],
            &["牌子上写着“小心！”三个字。", "他没看见。"],
            &["“你好。”", "“你好！”", "两人都笑了。"],
            &["它（又名“大桥”）很长。", "很美。"],
        ],
    );
    glued(
        "ja",
        &[
            &["「行こう！」と彼は言った。", "誰も来なかった。"],
            &["彼は笑った。", "「行こう。」", "彼女も笑った。"],
            &["橋は安全か？", "安全だ！"],
            &["『雨。』という本を読んだ。", "短い。"],
            &["橋（1843年。後に再建）は狭い。", "車は通れない。"],
        ],
    );
}

#[test]
fn german_and_its_neighbours() {
    joined(
        "de",
        &[
            &["Das gilt z. B. für Zink, d. h. für Metalle u. a. Stoffe.", "Es rostet nicht."],
            &["Hr. Roth und Fr. Klee kamen um 8 Uhr.", "Prof. Dr. Ast kam nicht."],
            &["Er wohnt in der Hauptstr. 5.", "Sie wohnt in St. Pölten."],
            &["Am 1. Januar 1900 und im 20. Jahrhundert war es kalt.", "Es schneite."],
            &["König Ludwig XIV. war reich.", "Er starb 1715.", "Das Volk war arm."],
            &["Das steht auf S. 12.", "Niemand las es."],
            &["Siehe Abb. 3, S. 12 und Bd. 4.", "Nr. 5 fehlt."],
            &["Es war 44 v. Chr. in Rom.", "Cäsar starb."],
            &["Er sagte: „Es regnet.“", "Dann ging er."],
            &["„Halt!“, rief er.", "Niemand hielt."],
            &["Äpfel, Birnen usw. wurden verkauft.", "Der Markt war voll."],
            &["Ca. 30 Mann kamen.", "Sie war 19.", "Er war alt."],
            &["Die Fa. Roth GmbH & Co. KG schloss.", "Sie war alt."],
            &["Der Preis stieg auf 3,5 Mio. Euro.", "Das war viel."],
        ],
    );
    joined(
        "nl",
        &[
            &["Dhr. Vos en mevr. Bos kwamen bijv. uit Gent.", "Zij bleven."],
            &["Er waren o.a. Zweden en d.w.z. Noren.", "Prof. dr. Smit sprak."],
            &["Zie blz. 12 en nr. 5.", "Het is klaar."],
        ],
    );
    joined(
        "sv",
        &[
            &["Han köpte t.ex. fisk, bl.a. Sill.", "Det var gott."],
            &["Kl. 8 kom ca. 30 män.", "De gick."],
            &["Det var ca 300 f.Kr. i Rom.", "Han dog."],
        ],
    );
    joined("da", &[&["Han boede f.eks. i Ribe.", "Den 3. maj rejste han."]]);
}

#[test]
fn romance_languages() {
    joined(
        "fr",
        &[
            &["M. Roux et Mme. Blanc arrivent.", "Ils partent."],
            &["Il vend du thé, du sel, etc.", "Le marché est plein."],
            &["Rome fut prise en 390 av. J.-C. par les Gaulois.", "Elle brûla."],
            &["Voir p. ex. la p. 12, fig. 3 et vol. 2.", "C'est clair."],
            &["« Il pleut. »", "Elle sort."],
            &["« Il pleut ! » dit-elle.", "Il rit."],
            &["Est-ce loin ?", "Non !"],
            &["Le Dr. Roux et le Pr. Blanc parlent.", "On écoute."],
            &["Il est né le 3 janv. 1900.", "Il est mort en 1950."],
        ],
    );
    joined(
        "es",
        &[
            &["La Sra. Ruiz y el Dr. Gil viven en EE. UU. desde 1990.", "Son felices."],
            &["Vive en EE. UU.", "El clima es bueno."],
            &["¡Hola!", "¿Qué tal?", "Bien."],
            &["Véase la pág. 12 y el núm. 3.", "Ud. verá."],
            &["Fue en el 44 a. C. en Roma.", "César murió."],
            &["Hay té, sal, etc.", "La tienda es grande."],
        ],
    );
    joined(
        "it",
        &[
            &["Il dott. Riva e la prof.ssa Monti parlano.", "Tutti ascoltano."],
            &["Tè, sale, ecc. sono qui.", "Vedi pag. 12."],
            &["L'avv. Riva vive a S. Remo.", "È vecchio."],
        ],
    );
    joined(
        "pt",
        &[
            &["O Sr. Silva e a Dra. Lima vivem cá.", "São velhos."],
            &["Há chá, sal, etc.", "A loja é grande."],
            &["Ver pág. 12 e n.º 3.", "Está lá."],
        ],
    );
}

#[test]
fn slavic_languages() {
    joined(
        "pl",
        &[
            &["Mieszka przy ul. Długiej, tzn. blisko.", "Jest stary."],
            &["W 1843 r. powstał młyn.", "Spłonął w 1901 r.", "Nikt nie zginął."],
            &["Prof. Nowak i dr Lis, np. w Łodzi, uczą.", "To prawda."],
            &["Były chleb, sól itp.", "Potem nic."],
        ],
    );
    joined(
        "ru",
        &[
            &["А. С. Пушкин жил на ул. Мойке, т. е. рядом.", "Он умер в 1837 г.", "Его помнят."],
            &["В 1990—1995 гг. завод им. Ленина стоял.", "Это было в г. Туле."],
            &["Продали чай, соль и т. д.", "Потом ушли."],
            &["Это был XIX в.", "Город рос."],
            &["Иванов, Петров и др. пришли.", "См. рис. 3 на стр. 5."],
            &["«Стой!» — крикнул он.", "Никто не встал."],
            &["— Да, — сказал он.", "— Нет."],
            &["Рим основан в 753 г. до н. э. у Тибра.", "Он вырос."],
        ],
    );
    joined(
        "uk",
        &[
            &["Він жив на вул. Садовій, т. зв. Новій.", "У 1900 р. він помер.", "Його знають."],
            &["Це проф. Коваль та ін. люди.", "Вони тут."],
        ],
    );
    joined("cs", &[&["Např. ul. Dlouhá a nám. Míru, tj. zde.", "Karel IV. zemřel 29. listopadu.", "Byl starý."]]);
}

#[test]
fn other_scripts() {
    joined("ar", &[&["أين الجسر؟", "هو هنا.", "قال د. أحمد ذلك."]]);
    joined("ur", &[&["پل کہاں ہے؟", "یہاں ہے۔", "اچھا۔"]]);
    joined("hi", &[&["पुल कहाँ है?", "यहाँ है।", "डॉ. राम आए।"]]);
    joined("hy", &[&["Ջուրը լավն է։", "Նա եկավ։"]]);
    joined("am", &[&["ውሃው ጥሩ ነው።", "እሱ መጣ።"]]);
    joined("my", &[&["ရေကောင်းသည်။", "သူလာသည်။"]]);
    joined("km", &[&["ទឹកល្អ។", "គាត់មក។"]]);
    joined("bo", &[&["ཆུ་ཡག་པོ་འདུག།", "ཁོང་ཕེབས།"]]);
    joined("el", &[&["Πού είναι;", "Εδώ· κοντά.", "Ο κ. Νίκος ήρθε."]]);
    joined("th", &[&["น้ำดี เขามา พ.ศ. 2500 แล้ว"]]);
    joined("ko", &[&["물이 좋다.", "그가 왔다!", "정말?", "그렇다."], &["2008. 5. 3. 서울에서 만났다.", "좋았다."]]);
    joined("he", &[&["המים טובים.", "הוא בא."]]);
    joined("vi", &[&["Nước tốt.", "Ông đến TP. Huế."]]);
    joined("tr", &[&["Dr. Ak geldi.", "19. Yüzyıl bitti.", "II. Mehmet öldü."]]);
}

#[test]
fn armenian_colons_end_and_marks_inside_words_do_not() {
    joined(
        "hy",
        &[
            &["Ո՞ւր է ջուրը:", "Ջուրը գետում է:"],
            &["Ինչ լա՜վ է։", "Նա եկավ ժամը 10:30-ին։"],
            &["Նա ասաց. «Ջուրը սառն է: Գնանք»:", "Բոլորը գնացին:"],
            &["Նրանք մնացին...:", "Հետո գիշեր էր:"],
        ],
    );
}

#[test]
fn initials_in_scripts_without_capitals() {
    joined("ml", &[&["ഡോ. രാമൻ വന്നു.", "അവൻ പോയി."], &["ടി. കെ. രാജൻ എഴുതി.", "പ്രൊ. എസ്. ലീല വായിച്ചു."]]);
    joined("ta", &[&["டாக்டர். எம். எஸ். ராமன் வந்தார்.", "அவர் போனார்."]]);
    joined("gu", &[&["પાણી સારું છે.", "તે આવ્યો."]]);
    joined("am", &[&["በ1843 ዓ.ም. ወፍጮ ተሠራ።", "ዛሬ የለም፡፡", "ጥሩ ነው::", "እሱ መጣ።"]]);
    joined("ka", &[&["წყალი კარგია.", "ის მოვიდა."]]);
    assert_eq!(split("am", "ሰላም፧መልካም ቀን።"), ["ሰላም፧", "መልካም ቀን።"]);
}

#[test]
fn a_whole_greek_word_ends_its_sentence_before_a_small_letter() {
    joined("el", &[&["Το νερό ήταν κρύο.", "ήρθε ο κ. Νίκος."], &["Βλ. το κεφ. 10 στη λεωφ. Αθηνών.", "Πού είναι;"]]);
}

#[test]
fn times_eras_and_degrees_before_names() {
    joined(
        "en",
        &[
            &["On Jan. 5, at 6 a.m. Mr. Reed came.", "He left."],
            &["At 6 a.m. I woke.", "At 7 a.m.", "The bell rang."],
            &["A.D. 79 was a bad year.", "He wrote: In 44 B.C. Brutus rose."],
            &["She earned her Ph.D.", "Tom did not.", "It is a work of D.D. Cole and J.D. Reed."],
            &["It is 5 ft. 3 in. 2 lines long.", "He came in.", "2 men left."],
        ],
    );
    joined("ru", &[&["В 1901 г. Орин построил мост.", "Он сгорел в 1905 г.", "Новый построили в с. Лунёво."]]);
    joined("uk", &[&["У 1901 р. Коваль прийшов у с. Лани о 9 год. 15 хв.", "Він жив у м. Львів."]]);
    joined("sk", &[&["Prišiel 7. Apríla 1920 sám.", "Mal 20.", "Nikto ho nečakal."]]);
}

#[test]
fn tokenized_text_and_references_apart() {
    joined(
        "en",
        &[
            &["It is the mill 's wheel .", "He said , ' Go . '", "They left ."],
            &["It ended here . '", "Nobody knew it ."],
            &["The U.S . Army came .", "Mr . Ash did not ."],
            &["Water is wet. [1][2] [3]", "It is cold. [4]", "Nobody drinks it."],
            &["He said ``it is late.``", "She left."],
        ],
    );
    assert_eq!(split("en", "Late ...  Nobody spoke."), ["Late ...", "Nobody spoke."]);
    assert_eq!(split("en", "[1] Ash, A. Mills. [2] Birch, B. Dams."), ["[1] Ash, A. Mills.", "[2] Birch, B. Dams."]);
    // A word was lost between the blanks.
    assert_eq!(split("en", "It is called '. The term ' is old. The term ' is new.").len(), 3);
}

#[test]
fn the_longest_sentences_are_cut() {
    let text = format!("{}; {}", "word ".repeat(300), "word ".repeat(300));
    let sentences = split("en", &text);
    assert_eq!(sentences.len(), 2);
    assert!(sentences[0].ends_with(';'));
    let glued = "好".repeat(5000);
    assert_eq!(split("zh", &glued).iter().map(|part| part.chars().count()).collect::<Vec<_>>(), [2000, 2000, 1000]);
}

#[test]
fn a_dash_at_a_paragraphs_end_does_not_look_into_the_next() {
    assert_eq!(split("en", "The...-\n\nUlm"), ["The...-", "Ulm"]);
    assert_eq!(split("en", "The...- Ulm"), ["The...", "- Ulm"]);
}
