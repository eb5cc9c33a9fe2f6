//! German, Dutch, Swedish, Danish and Norwegian.

use crate::sentences::row::{Kind, Row};

const DANISH: Row = Row {
    name: "Danish",
    codes: "da dan",
    small_words: "og at er en af til på med det ikke blev fra",
    abbreviations: &[
        (Kind::Title, "dr prof hr fr frk st sct skt kapt gen adv cand mag stud"),
        (
            Kind::Never,
            "f.eks feks bl.a bl dvs d.v.s ca jf jvf jfr evt ekskl inkl hhv såk s.k f.kr.f pga p.g.a mht m.h.t ift iht vedr \
         eng lat da no sv ty f d t opr oprindl født fx bla i.e eks.v nl",
        ),
        (Kind::Starter, "osv o.s.v etc m.m mm m.v mv m.fl mfl o.l ol e.kr f.kr kr jr sr co inc ltd o.a"),
        (Kind::Number, "nr s sd kap bd vol tlf fig afs årg pkt p pp stk"),
        (Kind::Date, "jan feb febr mar apr jun jul aug sep sept okt nov dec des"),
    ],
    starters: "den det de en et ei han hun jeg du vi man denne dette disse i på af av for fra med efter etter ifølge \
     gennem gjennom hos inden mellem mellom mod om og men når ved til trods under uden uten hvad hva hvem hvor hvordan her \
     der da dog derefter derfor desuden senere siden så som nu nå også mange nogle noen flere alle begge hans hendes hennes \
     deres er",
    ordinals: true,
    ..Row::PLAIN
};

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "German",
        codes: "de deu ger als bar nds lb gsw",
        small_words: "der die das und ist ein eine nicht von mit im den wurde auf",
        abbreviations: &[
            (
                Kind::Title,
                "hr hrn fr frl dr dres prof hl st dipl ing mag med phil jur rer nat theol habil priv.-doz min gen oberst kap \
         bürgerm präs pfr sr fa univ.-prof geh kgl ehem frhr gebr",
            ),
            (
                Kind::Never,
                "z.b d.h u.a.m i.d.r bzw ca geb gest verh vgl sog insb insbes bes z d i v n o s m ggf evtl evt resp gegr inkl exkl \
         zzgl abzgl einschl ausschl lt gem zw vs dt engl frz lat griech ital span russ amerik österr schweiz altgr bspw zb \
         max min mind allg eigtl ugs urspr röm kath ev nördl südl östl westl benannt.n d.i u.u m.e z.t z.zt p.a",
            ),
            (
                Kind::Starter,
                "usw etc usf u.a u.ä o.ä o.g a chr jh jhd jhdt jahrh mrd mio tsd co inc ltd u.s ä s.o s.u a.d a.m v.chr n.chr",
            ),
            (Kind::Number, "nr nrn abs art bd bde bds kap abb tab s ss str hs tel ziff anm aufl jg heft vol lfd §"),
            (Kind::Date, "jan feb febr mär mrz apr jun jul aug sep sept okt nov dez mo di mi do fr sa so"),
        ],
        starters: "der die das den dem des ein eine einer eines einem einen er sie es ich du wir ihr ihre ihren ihrem \
     sein seine seinen seiner mein meine unser dieser diese dieses diesem diesen jener jene jenes in im am an auf aus bei beim \
     bis durch für gegen mit nach neben ohne seit über um unter vom von vor während wegen zu zum zur zwischen als also auch \
     aber allerdings außerdem da dabei dadurch dafür dagegen daher damals damit danach dann daraufhin darauf darin darüber \
     darum denn dennoch deshalb doch dort erst heute hier hierbei jedoch kurz man nachdem nun ob obwohl oder schließlich \
     seitdem so sobald sodass somit später trotz trotzdem und viele wenn weil weiter weitere weiterhin wer was wie wo \
     zudem zuerst zuletzt zunächst zusammen alle beide einige mehrere manche nur noch sowohl bereits hat war ist sind wurde nr abb siehe",
        ordinals: true,
        capital_nouns: true,
        ..Row::PLAIN
    },
    Row {
        name: "Dutch",
        codes: "nl nld dut af vls li",
        small_words: "de het een van en is niet op werd voor zijn aan",
        abbreviations: &[
            (
                Kind::Title,
                "dhr mevr mej mw dr drs ir ing prof mr ds st burg gen kol kapt lt sgt min pres zr jhr bc ph mgr past pr",
            ),
            (
                Kind::Never,
                "bijv bv b.v d.w.z o.a o.m t.a.v t.o.v m.b.t i.v.m o.l.v t.w t.n.v n.a.v i.p.v i.h.b d.m.v z.g.n zgn ca circa \
         resp vgl evt ned eng lat fr vs incl excl max min plm w.o v o d i a z t.g.v t.b.v m.a.w m.u.v geb gest afb",
            ),
            (Kind::Starter, "enz etc e.d e.a s nv n.v b.v chr jr sr co inc ltd m.n z.o.z u.s"),
            (Kind::Number, "nr nrs blz pag p pp art hfst vol fig dl bd tel afl jg afb par"),
            (Kind::Date, "jan feb febr mrt apr jun jul aug sep sept okt nov dec"),
        ],
        starters: "de het een hij zij ze ik je jij wij we dit dat deze die in op aan bij door met na naar om onder over \
     sinds tijdens tot uit van voor zonder als ook maar echter daarna daarom dan dus en er hier hierdoor later nu of omdat \
     toen toch want wanneer wat wie waar hoe veel vele enkele sommige alle beide zijn haar hun mijn ons onze",
        ..Row::PLAIN
    },
    Row {
        name: "Swedish",
        codes: "sv swe",
        small_words: "och att är som en på för med av till inte från",
        abbreviations: &[
            (Kind::Title, "dr prof hr fr st s:t kapt gen övlt överste doc fil tekn jur med teol civ"),
            (
                Kind::Never,
                "t.ex t ex bl.a bl a d.v.s dvs d v s s.k s k m.fl.a f.d fd f d fr.o.m t.o.m ca c:a jfr resp inkl exkl ev evt eng lat \
         ty i.e p.g.a pga p g a i.o.m m.a.o o.dyl urspr sthlm f född",
            ),
            (Kind::Starter, "osv o.s.v etc m.m mm m m.fl fl e.kr f.kr e.v.t kr st jr sr co inc ltd m.h.a"),
            (Kind::Number, "nr n:r sid s kap vol bd avd fig tel årg p pp"),
            (Kind::Date, "jan feb febr mar apr jun jul aug sep sept okt nov dec"),
        ],
        starters: "den det de en ett han hon jag du vi ni man denna detta dessa i på av för från med efter enligt genom hos \
     inom innan mellan mot om och men när vid till trots under utan vad vem var varför hur här där då dock därefter därför \
     dessutom eftersom senare sedan så som nu även många några flera alla båda hans hennes deras sin är",
        ..Row::PLAIN
    },
    DANISH,
    Row {
        name: "Norwegian",
        codes: "no nb nn nob nno nor",
        small_words: "og at er en av til på med det ikke ble fra",
        ..DANISH
    },
];
