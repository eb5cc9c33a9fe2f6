//! English, which also serves texts of unknown language.

use crate::sentences::row::{Kind, Row};

/// English, which is also what languages without lists of their own are split by.
pub(in crate::sentences) const ENGLISH: Row = Row {
    name: "English",
    codes: "en eng simple sco",
    small_words: "the of and was is to that for with from which his were",
    abbreviations: &[
        (
            Kind::Title,
            "mr mrs ms messrs mmes mx dr drs prof profs rev revd fr hon rt gen brig maj lt col capt cpt cmdr comdr cdr cpl sgt \
         pvt pfc adm vadm radm ens sen sens rep reps gov govs pres supt insp det cllr amb atty asst bp abp msgr mgr card \
         mme mlle sra srta dña hr sig dott ven lieut lt.col lt.gen maj.gen brig.gen wg sqn flt mtn",
        ),
        (
            Kind::Starter,
            "c p b st ste sts sr jr snr esq inc ltd co cos corp bros llc llp plc pty gmbh dept univ assn assoc govt natl intl mfg ave \
         blvd rd hwy pkwy ln sq ct terr bldg apt dist al est ed \
         eds trans repr s.a s.p.a n.v a.g d.c n.y l.a",
        ),
        (
            Kind::Degree,
            "ph.d m.d b.a m.a b.sc m.sc b.s m.s d.phil ed.d ll.b ll.m ll.d d.d b.ed m.ed b.eng m.eng mus.b mus.d litt.d d.litt \
         m.phil d.sc sc.d d.d.s d.v.m r.n c.p.a j.d m.b.a b.f.a m.f.a",
        ),
        (
            Kind::Never,
            "vs v e.g eg i.e cf viz ca approx esp incl excl a.k.a aka q.v née nee resp w.r.t anon pseud abbr s.v n.b",
        ),
        (
            Kind::Capital,
            "etc ibid in u.a.e km cm mm kg mg lb lbs oz hr hrs min mins mph kph hp yr yrs yd yds mi gal cwt rpm kw hz mhz khz ghz db nth \
         hmm shh pst psst tv",
        ),
        (
            Kind::Number,
            "no nos vol vols pp pg pgs fig figs ch chap chaps sec secs art arts op opp eq eqs eqn para paras pt pts tab app bk \
         bks fol ff ver ser sect sects suppl tel ext rte",
        ),
        (
            Kind::Date,
            "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed weds thu thur thurs fri sat sun calif conn mass \
         penn tenn ala ariz colo fla ill ind kan ky md mich minn miss mo mont neb nev okla ore va vt wis wyo tex del",
        ),
        (Kind::Time, "a.m p.m am pm b.c a.d b.c.e c.e b.p a.h"),
        (Kind::Unit, "ft mt"),
    ],
    // Hardly ever part of a name after an abbreviation: "U.S. The", but "U.S. Open".
    starters: "the this that these those it its he his him she her hers they their them we our us you \
     your my i a an in on at by for from to with as of after although though because before but and or so if when whenever \
     while where wherever what why how which whose whom who since until unless during despite however moreover furthermore \
     therefore thus hence then there here both each every everyone everything all some someone many much most several few \
     fewer another other others two three four five six seven eight nine ten twelve no not nobody none neither nothing nor \
     also later only once upon between among within without through throughout unlike like according today yesterday \
     tomorrow soon eventually finally meanwhile instead originally initially subsequently currently recently previous previously \
     similarly likewise is are was were do does did could would should has have had let please yet now perhaps maybe even \
     still such nevertheless nonetheless additionally consequently accordingly alternatively otherwise afterwards \
     thereafter beginning following given because about around across against along besides beyond behind beside except \
     it's he's she's they're we're i'm i've i'd i'll that's there's what's let's don't didn't isn't doesn't in particular \
     critics historians scholars researchers scientists people half less more little often sometimes usually generally \
     typically traditionally historically formerly ultimately overall together starting using based whether whereas",
    time_openers: "at by in on from after before around about until till since near circa during towards",
    time_followers: "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun \
     january february march april may june july august september october november december jan feb mar apr jun jul aug sep \
     sept oct nov dec est edt cst cdt mst mdt pst pdt gmt utc bst cet cest ist jst et ct pt eastern central mountain pacific \
     greenwich local",
    capital_titles: true,
    ..Row::PLAIN
};

pub(super) static ROWS: &[Row] = &[Row { name: "Unknown", ..Row::PLAIN }, ENGLISH];

/// Names that carry their mark along: "Yahoo! Japan", "Jeopardy! champion".
pub(in crate::sentences) const MARKED_NAMES: &str = "yahoo jeopardy wham yum joomla kahoot shazam panic e yo oklahoma k-on \
     live dream mamma-mia kapow ahoy godspeed tora bzzz avanti";

/// Verbs after a quotation that belong to its sentence: "“Stop!” Hale said."
pub(in crate::sentences) const REPORTING: &str = "said says asked asks cried cries shouted shouts replied replies wrote writes whispered \
     whispers exclaimed exclaims added adds answered answers called calls yelled yells muttered mutters murmured screamed \
     demanded wondered inquired enquired continued insisted declared announced remarked snapped sighed laughed roared begged \
     thought told growled gasped barked";
