//! Polish, Czech, Slovak, Croatian, Slovene, Russian, Ukrainian and Bulgarian.

use crate::sentences::row::{Kind, Row};

const CZECH: Row = Row {
    name: "Czech",
    codes: "cs ces cze",
    small_words: "je se na v a byl která ve že pro z jako byla",
    abbreviations: &[
        (
            Kind::Title,
            "dr prof doc ing arch mgr bc judr mudr phdr rndr mvdr paeddr phmr thdr p pí sl sv gen plk pplk mjr kpt por npor st \
         ml dipl csc drsc kard",
        ),
        (
            Kind::Never,
            "např tzv tj tzn resp popř příp cca ca asi ul nám tř čp srov viz angl něm lat franc fr rus řec pol mj m j t zvl zejm \
         vč ev eventuálně tzv napr t.j t.zv nar zem pozri porov okr o r k n z s hl",
        ),
        (Kind::Starter, "atd apod aj atp l př.n.l n.l př stol s.r.o a.s spol inc ltd jr kč mil mld tis"),
        (Kind::Number, "č čís str s sv kap odst par obr tab roč tel p pp vol sp"),
    ],
    starters: "v ve z ze na do od po pod před přes při pre pro bez u o za nad mezi podle a ale aby až byl byla bylo byli co či \
     dnes i jak jako je jeho jej její jejich jsou když kde kdo která které který ke mezi na nebo není o on ona oni ono pak \
     pokud později poté potom po proto protože s se tak také tam tato ten tento tedy toto to tu už však všechny zde že \
     ktorý ktorá keď ak ako boli bol bola sa si tiež tento táto toto však",
    ordinals: true,
    ..Row::PLAIN
};

const CROATIAN: Row = Row {
    name: "Croatian",
    codes: "hr hrv bs sh",
    small_words: "je se u i na su bio od za koji kao iz",
    abbreviations: &[
        (Kind::Title, "dr prof doc mr mag ing dipl sv gosp g gđa gđica ga akad gen puk kap o fra don st ml"),
        (
            Kind::Never,
            "npr tzv tj odn usp ul trg cca ca oko engl njem lat franc tal rus grč i.e mn jd rođ um v vidi oz angl nem t.i ipd.v \
         r n k",
        ),
        (Kind::Starter, "itd isl i.sl sl dr kr pr.kr pr.n.e n.e e itn ipd idr d.o.o d.d inc ltd jr st"),
        (Kind::Number, "br str s sv čl st tel god pogl knj vol p pp št"),
    ],
    starters: "u na za od do iz s sa po pod pred pri kod prema bez o a ali ako i iako je jer kad kada kako kao koji koja koje \
     međutim nakon ne nije no on ona oni ono ova ovaj ove ovo pa prije se su stoga svi ta taj te to tijekom također tada tako \
     v z ob med ki ko in so ta to ti tudi pa ker po leta njegov njegova",
    ordinals: true,
    ..Row::PLAIN
};

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "Polish",
        codes: "pl pol szl",
        small_words: "w i na z się jest do nie że przez od po został",
        abbreviations: &[
            (
                Kind::Title,
                "dr prof hab inż mgr lek med doc red ks bp abp kard św śp gen płk ppłk mjr kpt por ppor chor sierż plut kpr adm kmdr \
         p pp pan ob o s br dyr prez min dypl mec hr",
            ),
            (
                Kind::Never,
                "np tzn tzw tj m.in in m ul al pl os pow woj gm dz ur zm zob por.z cyt ok ww ang niem łac fr gr wł ros hiszp wg tzn ds \
         im itp.w jw godz mies tyg pocz wyd red.nacz ob k n d przyp t.zw ew wł",
            ),
            (Kind::Starter, "itd itp etc n.e p.n.e e sp s.a inc ltd jr sr zł gr tys mln mld"),
            (Kind::AfterNumber, "r rr w ww"),
            (Kind::Number, "nr str s t tom rozdz art ust pkt rys tab poz tel z vol zesz lp par"),
            (Kind::Date, "sty lut mar kwi maj cze lip sie wrz paź lis gru"),
        ],
        starters: "w we z ze na do od po pod przed przez przy dla bez u o za nad między według wśród a ale aby bo choć czy gdy gdyby gdzie \
     i jak jako jednak jest jego jej ich jeśli już każdy kiedy kto która które który lecz mimo nie niektóre nikt obecnie oba on \
     ona one oni ono oraz początkowo podczas później ponadto potem prawie są się ta tak także tam te ten teraz to tylko tu tym \
     więc wiele wszystkie wtedy wraz został została zostały",
        ..Row::PLAIN
    },
    CZECH,
    Row { name: "Slovak", codes: "sk slk slo", small_words: "je sa na v a bol ktorá vo že pre z ako bola", ..CZECH },
    CROATIAN,
    Row { name: "Slovene", codes: "sl slv", small_words: "je se v in na so bil za ki kot iz pri", ..CROATIAN },
    Row {
        name: "Russian",
        time_openers: "в во к с со до от после около на осенью зимой весной летом",
        codes: "ru rus be bel kk kaz ky kir tt ba",
        script: Some(('\u{400}', '\u{52f}')),
        abbreviations: &[
            (
                Kind::Never,
                "им ул пр-т пл пер наб бул ш д кв корп стр.д т.е т.н т.к т е н к напр см ср ок св тов гр г-н г-жа акад проф доц канд д-р \
         чл.-корр инж ген полк подполк кап лейт серж ст мл пос дер с ст-ца обл р-н респ о оз р п руб.за англ нем фр лат греч итал \
         исп рус укр польск древнегреч букв сокр род ум сост под пред зам зав гл б м л урожд митр архиеп еп прот св ев свящ \
         преп мкр ж.-д а и у в.ч прибл якобы пгт пос-к хут х г-жи г-на гос гос-во журн газ чл кор асс ассист науч техн филос юр мед \
         пед экон физ хим биол геогр ист филол мат межд нац деп мин каф ф-т ин-т ун-т изд-во пер авт переч губ у-д вол ст-я ж-д о-в п-ов \
         ген.-м ген.-л ген.-лейт адм к-адм в-адм маш тех сев юж вост зап фин внеш внутр крест мещ двор",
            ),
            (Kind::Starter, "э н.э др пр изд ред млн млрд тыс трлн руб коп долл чел экз ч г.г проч сл"),
            (Kind::Capital, "т.д т.п час мин сек км кг см мм га мг шт"),
            (Kind::AfterNumber, "г гг в вв с т ч п м ст"),
            (Kind::Number, "стр рис табл гл тт вып № пп разд кн тел илл прил прим стб"),
            (Kind::Date, "янв фев февр мар апр июн июл авг сен сент окт ноя нояб дек"),
        ],
        starters: "а в во вместе вскоре все всё всего вторая второй где да для до его её ему если есть ещё же за затем здесь и из или им их к \
     как какие когда кроме кто лишь между многие может на над не некоторые несмотря никто но ныне о об оба обе однако он она они \
     оно от первая первый перед по под позднее позже после потом поэтому при про с сам сегодня сейчас со среди сначала так также \
     там те тем теперь то тогда того тот ту у уже хотя через что чтобы эта эти это этого этой этот является были было был была",
        ..Row::PLAIN
    },
    Row {
        name: "Ukrainian",
        time_openers: "в у до з від після близько на восени взимку навесні влітку",
        script: Some(('\u{400}', '\u{52f}')),
        own_letters: "іїєґ",
        codes: "uk ukr",
        abbreviations: &[
            (
                Kind::Never,
                "ім вул зв просп пл пров бул наб буд д кв корп т.зв т.е т н напр див пор бл св тов гр гр-н гр-ка акад проф доц канд д-р інж ген \
         полк підполк кап лейт серж сер ст мл сел смт м-ко хут о-в обл р-н респ о оз англ нім фр лат грец італ ісп рос укр польськ польск \
         букв скор нар пом ред.кол заст зав гол б м л і а у та журн газ чл чл.-кор кор асист викл наук спец техн філос юрид мед пед екон \
         фіз хім біол геогр іст філол мат держ міжнар нац обл.рада рад мін деп каф ф-т ін-т ун-т вид-во упоряд уклад перекл пер авт \
         архієп єп митр преп свящ прот ж.-д п-в р-ну метро ст-ця",
            ),
            (Kind::Starter, "е н.е ін вид ред млн млрд тис трлн грн коп крб дол чол прим евр"),
            (Kind::Capital, "т.д т.п ін.т год хв сек с.г км кг м см мм га г мг л шт"),
            (Kind::AfterNumber, "р рр ст с м п т ч"),
            (Kind::Number, "стор рис табл гл тт вип № пп розд кн тел іл дод арк абз"),
            (Kind::Date, "січ лют бер квіт трав черв лип серп вер жовт лист груд"),
        ],
        starters: "а але б був була були було в вже ви від він вона вони воно для до є за завдяки зараз з згодом й його її їх і із коли крім \
     між на навіть над не незважаючи нині о об однак окрім перед під після пізніше по потім при про проте саме серед та так також \
     там те тепер ти то тоді той тому у усі це цей ця ці через хоча що щоб як якщо",
        ..Row::PLAIN
    },
    Row {
        name: "Bulgarian",
        time_openers: "в във през до от след преди около към на",
        script: Some(('\u{400}', '\u{52f}')),
        own_letters: "ъ",
        codes: "bg bul mk sr",
        abbreviations: &[
            (
                Kind::Never,
                "им ул бул пл ж.к т.е т.нар т н нар напр вж ср ок св акад проф доц д-р инж ген полк кап пор г-н г-жа обл общ с гр р о англ нем \
         фр лат рус б м л д к р.н др.срб итд.н инг вкл изкл прибл приб нпр сп вестн кап изд-во чл кор",
            ),
            (Kind::Starter, "е н.е пр.н.е др т.н тн хил млн млрд лв ст проч итд год р"),
            (Kind::AfterNumber, "г гг в вв с т ч"),
            (Kind::Number, "стр фиг табл гл бр чл ал тел"),
        ],
        starters: "а в във веднага всички до за заедно и из или има към като когато която които който между много на над не но няма о от около \
     освен по под поради преди през при с се след съ със също сега така там тази те тези това тогава този той тя у че",
        ..Row::PLAIN
    },
];
