//! French, Spanish, Catalan, Portuguese, Italian and Romanian.

use crate::sentences::row::{Kind, Row};

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "French",
        codes: "fr fra fre oc wa",
        small_words: "le la les des et est une du dans qui pour par au",
        abbreviations: &[
            (
                Kind::Title,
                "m mm mme mmes mlle mlles me mgr dr drs pr prof st ste sts gén col cap capt lt cdt sgt amb abbé fr p r.p vve",
            ),
            (
                Kind::Never,
                "cf c.-à-d càd p.ex ex env av apr ca vs éd.par adj adv angl lat gr all ital esp trad coll dir resp tél.au boul bd \
         bld pl sq n b né hab obs i.e",
            ),
            (Kind::Starter, "c j.-c j.c s.a s.a.r.l sarl cie inc ltd éd ed eds éds r.-u u.s é.-u"),
            (Kind::Capital, "etc ibid id op.cit loc.cit suiv ss"),
            (Kind::Number, "no nos n° vol t tt chap art al fig p pp pag col f fol l liv ms n° nº num réf tab tél fasc"),
            (Kind::Date, "janv jan févr fév mar avr juil juill sept oct nov déc lun mer jeu ven sam dim"),
        ],
        starters: "le la les l l'on un une des du de il elle ils elles on je j nous vous tu ce cet cette ces c ça cela ceci son sa \
     ses leur leurs mon ma notre votre à au aux après avant avec chez dans depuis dès en entre jusqu jusque malgré par parmi \
     pendant pour sans selon sous sur vers ainsi alors aussi bien car cependant comme d'abord donc dont enfin ensuite et \
     lorsque mais néanmoins ni or où outre parce pourtant puis puisque quand que quel quelle qui quoi quoique si toutefois \
     toujours tous tout toute toutes plusieurs certains certaines quelques chaque plus même y est sont aujourd hier",
        ..Row::PLAIN
    },
    Row {
        name: "Spanish",
        codes: "es spa gl ast an",
        small_words: "el la los las y es una del en por con que fue",
        abbreviations: &[
            (
                Kind::Title,
                "sr sra sres sras srta srtas dr dra dres dras d dª dña d.ª prof profa lic ing arq gral gen cap cnel cmte tte sgto \
         mons fr sto sta st pbro ud uds vd vds rvdo hno excmo excma ilmo ilma mr mrs",
            ),
            (
                Kind::Never,
                "p.ej ej p cf aprox ca vs av avda avd c/ ctra pza pzda esq esp ing.civ ee fed admón i.e e.g a lat gr fr.cit n incl",
            ),
            (Kind::Starter, "uu ee.uu eeuu u.s c a.c d.c s.a s.l s.r.l cía cia jr inc ltd hnos rep dpto depto edo a.d"),
            (Kind::Capital, "etc ibíd ibid ss"),
            (
                Kind::Number,
                "núm núms nro no n.º nº n.o pág págs pag pags pp vol vols cap caps fig figs art arts t tel tfno ed párr km",
            ),
            (Kind::Date, "ene feb mar abr may jun jul ago sep sept set oct nov dic lun mié jue vie sáb dom"),
        ],
        starters: "el la los las lo un una unos unas al del él ella ellos ellas yo tú nosotros este esta estos estas ese esa eso esto \
     aquel aquella su sus mi mis nuestro nuestra a ante antes bajo con contra de desde después durante en entre hacia hasta \
     mediante para por según sin sobre tras y e o u ni pero sino aunque como cuando donde mientras porque pues que quien \
     qué quién cuál cómo dónde si sí no también tampoco además ahora allí aquí así entonces luego más muchos muchas varios \
     varias algunos algunas todos todas cada ambos hay es son fue fueron se le les me nos ya",
        ..Row::PLAIN
    },
    Row {
        name: "Catalan",
        codes: "ca cat",
        small_words: "el la els les i és una del amb per que va dels",
        abbreviations: &[
            (Kind::Title, "sr sra sres srs dr dra prof d mn st sta sto gral cap pl pg.sr"),
            (Kind::Never, "p.ex ex cf aprox ca vs av c ctra pg núm.r a e"),
            (Kind::Starter, "ee.uu uu ee ac dc a.c d.c s.a s.l cia jr inc ltd"),
            (Kind::Capital, "etc ibíd"),
            (Kind::Number, "núm núms pàg pàgs p pp vol vols cap caps fig art tel t"),
        ],
        starters: "el la els les l un una uns unes ell ella ells elles aquest aquesta aquests aquestes això aquell el seu a amb com de \
     des després durant en entre fins per però quan que qui segons sense si sobre també tot tots va van i o ni hi és són",
        ..Row::PLAIN
    },
    Row {
        name: "Portuguese",
        codes: "pt por",
        small_words: "o a os as e é uma do da em não por com foi",
        abbreviations: &[
            (
                Kind::Title,
                "sr sra srs sras srta dr dra drs dras prof profa profs d dom eng arq gen gal cel cap maj ten sgt alm brig pe fr sto \
         sta st exmo exma ilmo mons v.ex min dep sen ver pres",
            ),
            (Kind::Never, "p.ex ex cf aprox ca vs av r al pç rod trav jd vl c a i.e e.g lat ing esp n"),
            (Kind::Starter, "a.c d.c s.a ltda cia inc ltd jr eua e.u.a u.s"),
            (Kind::Capital, "etc ibid"),
            (Kind::Number, "núm num nº n.º no pág págs pag p pp vol vols cap caps fig figs art arts tel t ed inc km"),
            (Kind::Date, "jan fev mar abr mai jun jul ago set out nov dez seg ter qua qui sex sáb dom"),
        ],
        starters: "o a os as um uma uns umas ao à aos do da dos das no na nos nas ele ela eles elas eu nós você este esta estes \
     estas esse essa isso isto aquele aquela seu sua seus suas meu minha após ante antes até com contra de desde durante em \
     entre para pela pelo pelos pelas perante por segundo sem sob sobre e ou nem mas porém contudo entretanto embora como \
     quando onde enquanto porque pois que quem qual se também além agora ali aqui assim então depois mais muitos muitas \
     vários várias alguns algumas todos todas cada ambos há é são foi foram",
        ..Row::PLAIN
    },
    Row {
        name: "Italian",
        codes: "it ita vec lmo scn nap",
        small_words: "il la i gli e è una di che per del della nel con",
        abbreviations: &[
            (
                Kind::Title,
                "sig sigg sig.ra sig.na sigra signa dott dott.ssa dottssa dr prof profssa prof.ssa avv ing arch geom rag on sen gen \
         col cap magg ten serg mons s ss st d don fra card rev spett gent egr ill dir amm psicol pres segr cav comm uff gr.uff brig \
         mar isp com vicepres min dep cons ass sac p fr mess ch.mo ill.mo preg r.mo em.mo on.le arcip can parr",
            ),
            (
                Kind::Never,
                "cfr cf p.es es ca c vs lat gr ted ingl franc spagn fr.m v p.za p.zza v.le c.so l.go a n b i.e all loc prov reg ecc.mo cit \
         op.cit ibid orig trad tel.n rif ogg vd vds abbr max min tot circ",
            ),
            (Kind::Starter, "a.c d.c s.p.a s.r.l spa srl cia f.lli inc ltd jr u.s sec"),
            (Kind::Capital, "ecc etc ibid segg sgg"),
            (Kind::Number, "pag pagg p pp n nn nr num vol voll cap capp art artt fig figg tav tel t ed km lett co"),
            (Kind::Date, "gen feb mar apr mag giu lug ago set sett ott nov dic lun mer gio ven sab dom"),
        ],
        starters: "il lo la i gli le l un uno una al allo alla del dello della nel nello nella sul sulla dal dalla egli ella lui lei \
     essi esse loro io noi voi questo questa questi queste quello quella suo sua suoi sue mio mia a anche ancora appena \
     benché che chi ci come con contro così cui da dal de di dopo dove dunque durante e è entro era erano fino fra già \
     infatti infine inoltre invece ma mentre molti molte né nonostante o ogni oltre ora per perché però più poi presso prima \
     qual quale quando quindi se secondo sebbene senza si sia sono sotto su tra tutti tutte tuttavia vi alcuni alcune non fu",
        ..Row::PLAIN
    },
    Row {
        name: "Romanian",
        codes: "ro ron rum",
        small_words: "și este o un în de la cu din care pentru nu",
        abbreviations: &[
            (Kind::Title, "dl dna d-na d-l dr prof ing av gen col cpt lt sf st acad conf lect arh pr"),
            (Kind::Never, "ex p.ex cf aprox cca ca vs bd b-dul str.n jud loc com î.e d.p i.e lat engl fr"),
            (Kind::Starter, "hr î.hr d.hr ș.a s.a s.r.l ș.a.m.d inc ltd jr u.s"),
            (Kind::Capital, "etc"),
            (Kind::Number, "nr pag p pp vol cap art alin fig str tel bl sc et ap"),
            (Kind::Date, "ian feb mar apr iun iul aug sep sept oct nov dec"),
        ],
        starters: "a al acest această aceste acești acel acea acolo aici aproape astfel atunci când care ce cei cele cu cum dacă dar \
     de deși după ea ei el ele era este eu în între la mai mulți nu o pe pentru prin s sau se și sunt sub un unele unii",
        ..Row::PLAIN
    },
];
