//! Finnish, Hungarian, Turkish, Indonesian, Vietnamese, Greek, Hindi and the languages of the Arabic script.

use crate::sentences::row::{Kind, Row};

const FINNISH: Row = Row {
    name: "Finnish",
    codes: "fi fin",
    small_words: "ja on oli ei se että joka sen hän ovat mutta",
    abbreviations: &[
        (Kind::Title, "dr prof tri hra rva nti maist lis toht ev kenr st pr hr dots"),
        (
            Kind::Never,
            "esim mm ts eli n noin ks vrt engl ruots saks ransk lat ven myöh alk synt k s ent entis ml mrs näit nk ym.k \
         nim sh u v vt muuta nn snd surn sh",
        ),
        (Kind::Starter, "jne ym yms ynnä etc eaa jaa ekr jkr oy ab inc ltd jr jms vms jt"),
        (Kind::Number, "nro nr no s ss kpl luku vol osa puh lk"),
    ],
    starters: "hän se ne he minä sinä me te tämä tuo nämä nuo ja mutta vaan sekä tai kun jos koska vaikka myös sen hänen heidän \
     niiden siellä täällä sitten nyt kuitenkin lisäksi jälkeen ennen vuonna vuoden kaikki monet on oli ovat olivat ei see need \
     tema nad kui aga ning siis pärast enne selle",
    ordinals: true,
    ..Row::PLAIN
};

pub(super) static ROWS: &[Row] = &[
    FINNISH,
    Row { name: "Estonian", codes: "et est", small_words: "ja on oli ei see et mis ta ning kui selle", ..FINNISH },
    Row {
        name: "Hungarian",
        codes: "hu hun",
        small_words: "a az és egy hogy nem volt is meg ez",
        abbreviations: &[
            (Kind::Title, "dr prof id ifj özv gr br szt st gen ezr őrgy szds hdgy kp"),
            (
                Kind::Never,
                "pl ún ill kb ti azaz vö ld lásd ang ném lat fr or gör ol u krt tér utca k sz szül megh mh ált i csill",
            ),
            (Kind::Starter, "stb etc e kr i.e i.sz kr.e kr.u kft bt rt zrt nyrt inc ltd jr sgt"),
            (Kind::Number, "old p pp sz köt évf fej tel vol szám ker em"),
            (Kind::Date, "jan febr márc ápr máj jún júl aug szept okt nov dec"),
        ],
        starters: "a az egy ez ezek azok ő ők én te mi ti és de vagy hogy ha mert amikor ahol aki ami mivel azonban ezért így akkor \
     majd később most itt ott után előtt sok több minden is már még nem volt voltak",
        ordinals: true,
        ..Row::PLAIN
    },
    Row {
        name: "Turkish",
        codes: "tr tur az",
        small_words: "ve bir bu için ile olarak da de olan çok",
        abbreviations: &[
            (
                Kind::Title,
                "dr prof doç yrd öğr gör av müh uzm bn sn hz gen alb yzb tğm korg orgen tümg tuğg şht st hoc op ord arş",
            ),
            (
                Kind::Never,
                "örn bkz krş yak ör mah sok cad bul apt ing alm fr ar far lat yun rus m.ö mö m.s ms ö s k b yy.da çev haz yay \
         vd.k bşk md",
            ),
            (Kind::Starter, "vb vs vd vdğ a.ş aş ltd şti inc tic san co"),
            (Kind::Number, "no nr s ss sf c cilt bl böl şek tel md"),
        ],
        starters: "bu o şu bir ve ile ama ancak fakat çünkü eğer ne nasıl neden kim onun bunun onlar bunlar biz siz ben sen daha sonra \
     önce ayrıca böylece bunlar bunun burada orada şimdi bugün hem her bazı birçok tüm de da ise için",
        ordinals: true,
        capital_nouns: true,
        ..Row::PLAIN
    },
    Row {
        name: "Indonesian",
        codes: "id ind ms",
        small_words: "yang dan di dari dengan untuk ini pada adalah itu",
        abbreviations: &[
            (
                Kind::Title,
                "dr drs dra ir prof h hj kh tn ny sdr st jend kol kapt letjen mayjen brigjen pdt rm ust r.a k.h",
            ),
            (Kind::Never, "a.n u.p u.b d.a jl jln gg kec kab kel ds yg dgn tsb spt dg a.l mis cf k"),
            (Kind::Starter, "dll dsb dst dkk s.h s.e s.pd s.t m.si m.sc tbk pt cv inc ltd bhd sdn"),
            (Kind::Number, "no hlm hal jil bab ps vol rp telp"),
        ],
        starters: "yang dan di dari dengan untuk ini itu pada adalah ia dia mereka kami kita saya anda namun tetapi karena jika ketika \
     setelah sebelum selain dalam oleh sebagai kemudian juga beberapa banyak semua para sejak saat tidak ada",
        ..Row::PLAIN
    },
    Row {
        name: "Vietnamese",
        codes: "vi vie",
        small_words: "và của là có được trong một các những cho",
        abbreviations: &[
            (Kind::Title, "ts pgs gs ths th.s bs ks ls tp tx tt q p.s đ mr mrs dr lm"),
            (Kind::Never, "vd tr.cn sđd p"),
            (Kind::Starter, "v.v vv tcn scn"),
            (Kind::Number, "tr t số q tập vol no"),
        ],
        starters: "và của là có được trong một các những cho ông bà anh chị họ tôi chúng nó này đó khi nếu nhưng sau trước theo tại từ với \
     để do vì đây đến năm ngày cũng tuy",
        ..Row::PLAIN
    },
    Row {
        name: "Greek",
        codes: "el ell gre grc",
        script: Some(('\u{370}', '\u{3ff}')),
        semicolon_asks: true,
        word_ends: "αάεέηήιίϊΐοόυύϋΰωώνς",
        abbreviations: &[
            (Kind::Title, "κ κα κος δρ καθ αγ άγ στρ κυρ δις πρ ο"),
            (Kind::Never, "π.χ δηλ λ.χ βλ περ πρβλ τ τ.κ τηλ.κ οδ λεωφ αρ.πρ γεν αγγλ γαλλ γερμ λατ αρχ τ.μ κ.λ σ.σ"),
            (
                Kind::Starter,
                "κ.λπ κλπ κ.ά κ.α π.χ.χ μ.χ π.χρ αι α.ε ε.ε η.π.α ηπα ε.ε.ε κ.ο.κ κτλ κ.τ.λ χλμ εκ δισ χιλ",
            ),
            (Kind::Number, "αρ αριθ σ σελ σσ τόμ τ κεφ εικ σχ πίν τηλ άρθ παρ"),
        ],
        starters: "ο η το οι τα του της των τον την ένας μια μία ένα αυτός αυτή αυτό αυτοί αυτές αυτά και αλλά όμως ωστόσο όταν αν επειδή γιατί \
     στο στη στην στον στις στους στα από με για σε κατά μετά πριν μέχρι χωρίς προς υπό ενώ έτσι τότε τώρα εδώ εκεί δεν θα να που \
     όπως επίσης ακόμη όλοι όλα πολλοί πολλά ήταν είναι",
        ..Row::PLAIN
    },
];
