//! The templates that are known by name, and what each of them shows: the table to add a line to.

use super::kind::TemplateKind;
use TemplateKind::*;

/// The table: names in lower case, several of one kind to a line.
pub(super) const TEMPLATE_NAMES: &[(TemplateKind, &str)] = &[
    // Signs.
    (Text("\u{a0}– "), "snd|spaced ndash|spnd|sndash|spacedendash|spaced en dash|spaced endash|dash|spndash|snds"),
    (Text("\u{a0}— "), "spaced mdash|spaced em dash|smdash|smd|spmd"),
    (Text("–"), "ndash|en dash|endash|nsndns|–|nbndash|nsndash"),
    (Text("—"), "mdash|em dash|emdash|nsmdns|—|nsmdash"),
    (Text("———"), "long dash"),
    (Text("\u{a0}· "), "·|dot|middot|•|bullet|bull|interpunct|,|dotsep|*"),
    (
        Text(" "),
        "nbsp|space|thinsp|thin space|hair space|hsp|narrow no-break space|en space|figure space|em space|thsp",
    ),
    (Text("&#39;"), "'|apostrophe|ʼ|`|sq"),
    (Text("&#39;s"), "'s|apostrophe-s"),
    (Text("&#39;&#39;"), "' '|''"),
    (Text("&#39; \""), "' \"|'\""),
    (Text("\" &#39;"), "\" '|\"'"),
    (Text("|"), "!|pipe"),
    (Text("||"), "!!"),
    (Text("="), "=|equals"),
    (Text("[["), "(("),
    (Text("]]"), "))"),
    (Text("&#123;"), "(|lb|lbrace"),
    (Text("&#125;"), ")|rb|rbrace"),
    (Text("&#123;|"), "(!"),
    (Text("&#91;"), "lbracket|!("),
    (Text("&#93;"), "rbracket|)!"),
    (Text("*"), "asterisk|ast"),
    (Text("−"), "minus|−"),
    (Text("×"), "times|×"),
    (Text("±"), "±|plusmn|+-"),
    (Text("°"), "degree|degrees|deg symbol"),
    (Text("π"), "pi"),
    (Text("τ"), "tau"),
    (Text("†"), "dagger|†"),
    (Text("‡"), "double dagger|double-dagger|ddagger|‡"),
    (Text("®"), "registered trademark|reg"),
    (Text("™"), "trademark|trade"),
    (Text("/"), "/|fwslash"),
    (Text("\\"), "\\|backslash"),
    (Text("…"), "ellipsis|...|…"),
    (Text("✓"), "check mark|tick|yes check|checkmark|✓|aye"),
    (Text("✗"), "cross|x mark|xmark|no mark|cross mark|✗"),
    (Text("#"), "hash|number sign|no."),
    (Text("BCE"), "bce"),
    (Text("BC"), "bc|b.c."),
    (Text("CE"), "ce"),
    (Text("AD"), "ad|a.d."),
    (Text("\n"), "break|br|crlf|pb|paragraph break|para break"),
    // Numbers of catalogues.
    (Around("ISBN ", ""), "isbn|isbnt"),
    (Around("OCLC ", ""), "oclc"),
    (Around("ISSN ", ""), "issn"),
    (Around("LCCN ", ""), "lccn"),
    (Around("doi:", ""), "doi"),
    (Around("arXiv:", ""), "arxiv"),
    (Around("PMID ", ""), "pmid"),
    (Around("Bibcode:", ""), "bibcode"),
    (Text("⇌"), "eqm|eqbm|equilibrium"),
    (Text("→"), "arrow|rarr|→"),
    (Text("←"), "larr|←"),
    // Countries by code.
    (Text("United States"), "usa"),
    (Text("United Kingdom"), "gbr|uk"),
    (Text("France"), "fra"),
    (Text("Germany"), "ger|deu"),
    (Text("Italy"), "ita"),
    (Text("Spain"), "esp"),
    (Text("Portugal"), "por|prt"),
    (Text("Netherlands"), "ned|nld"),
    (Text("Belgium"), "bel"),
    (Text("Switzerland"), "sui|che"),
    (Text("Austria"), "aut"),
    (Text("Sweden"), "swe"),
    (Text("Norway"), "nor"),
    (Text("Denmark"), "dnk"),
    (Text("Finland"), "fin"),
    (Text("Ireland"), "irl"),
    (Text("Poland"), "pol"),
    (Text("Czech Republic"), "cze"),
    (Text("Hungary"), "hun"),
    (Text("Greece"), "gre|grc"),
    (Text("Turkey"), "tur"),
    (Text("Russia"), "rus"),
    (Text("Ukraine"), "ukr"),
    (Text("China"), "chn|prc"),
    (Text("Japan"), "jpn"),
    (Text("South Korea"), "kor"),
    (Text("India"), "ind"),
    (Text("Australia"), "aus"),
    (Text("New Zealand"), "nzl"),
    (Text("Canada"), "can"),
    (Text("Mexico"), "mex"),
    (Text("Brazil"), "bra"),
    (Text("Argentina"), "arg"),
    (Text("South Africa"), "rsa|zaf"),
    (Text("Egypt"), "egy"),
    (Text("Israel"), "isr"),
    // Words of tables and infoboxes.
    (TextOr("Yes"), "yes|ya|y|yes2|aye2"),
    (TextOr("No"), "no|na|n|no2|nay"),
    (TextOr("N/A"), "n/a|not applicable|n/a2"),
    (TextOr("TBA"), "tba|tbd|tbc"),
    (TextOr("Won"), "won"),
    (TextOr("Nominated"), "nom|nominated"),
    (TextOr("Pending"), "pending"),
    (TextOr("Included"), "included"),
    (TextOr("Partial"), "partial"),
    // The argument as it stands.
    (
        Show(1),
        "nowrap|nobr|midsize|citation needed span|cn-span|nobreak|no break|nowr|nwr|j|small|smaller|smallsup|big|\
         bigger|larger|large|nobold|nb|noitalic|unbold|unitalic|abbr|abbreviation|abbrv|define|tooltip|tt|mvar|\
         math|bigmath|var|varserif|sc|sc1|sc2|scaps|smallcaps|smallcaps all|small caps|caps|allcaps|uppercase|\
         lowercase|capitalize|vr|var rating|strong|em|bold|italic|italics|ital|i|b|strikethrough|strike|s|del|\
         underline|u|uline|overline|overset|code|codett|mono|monospace|pre|pre2|kbd|samp|typewriter|noitalics|\
         plain text|as written|visible anchor|vanchor|anchord|hebrew|hebr|hebr2|arabic|arab|unicode|polytonic|\
         grc-gre|runic|cuneiform|linear b|mymr|khmer|cyrl|cjk|zh-c|zh-t|zh-s|unihan|nastaliq|urdu|nq|sindhi|\
         noredirect|no redirect|redirect-inline|highlight|hl|center|centre|flagcountry|flag|flagu|flagteam|\
         noflag|flag name|flagdeco name|fbname|fb|nft|cr|cricket|ru|fbw|hl team|country alias|cite quote|\
         inlinequote|in quotes|ilm|proper name|keep wrap|nonumber|noprint|printworthy|pslink|sronly|\
         screen reader-only|nums|longitem|nobr list|bdi|bdo|no selflink|no wrap|nwrap|no-wrap|langnf|langr|bidi|\
         rtl para|sub|subscript|hyphenate|allow wrap|non-free|rowheader|xt|!xt|mxt|!mxt|tq|tqi|talk quote inline|\
         quote without source|citation-inline|iast|iso 15919|bold div|tonesup",
    ),
    (
        Show(2),
        "lang|language|rtl-lang|color|colour|font color|fontcolor|colored text|coloredtext|fgcolor|bg|\
         background color|font colour|native name|native phrase|nativename|sort|sortdate|sortnumber|hover title|\
         hovertitle|hover|h:title|resize|fs|font size|style-inline|ltrtext|langue|idioma|язык|text color|\
         colorbox|legend|legend2",
    ),
    (ShowLast, "transl|transliteration|tlit|xlit|romanize|romanise|font text"),
    (Else(2, 1), "w|wikt|wikt-link|link|linktext-alt|page link|wikipedia|s:|pagelink"),
    (Else(3, 2), "wikt-lang|wt|wiktlang|wikt lang|linkto"),
    (
        Else(3, 1),
        "le|link-en|link-de|link-fr|link-ja|link-ru|link-es|link-it|link-ko|link-pt|link-la|link-wd|\
         internal link helper/en|internal link helper/de|internal link helper/fr|internal link helper/ja|\
         internal link helper/ru|internal link helper/ko|internal link helper/es|en-link|ja-link|\
         internal link helper",
    ),
    (Else(4, 3), "tsl|translink|ilh|link-interwiki|ill-zh"),
    (
        Join(""),
        "not a typo|nat|typo|chem|chem2|chemical formula|linktext|gaps|gapnum|hyphen wrap|overunder|stack|su|\
         subsup|sup sub|mapsto|intmath|nuclide|simplenuclide|longlink",
    ),
    (Join("+"), "key|key press|keypress|keys|button|keyboard"),
    (
        Join(" "),
        "bibleverse|bibleref|bibleref2|bible verse|bible|sourcetext|nbwr|bv|bibleverse-lb|\
         bibleverse with brackets",
    ),
    (Join("/"), "usbln|slash"),
    (Around("⟨", "⟩"), "angbr|angle bracket|angle brackets|angbr ipa|grapheme|bra-ket|angbripa|langle"),
    (Around("‘", "’"), "gloss|gl"),
    (Around("lit. ‘", "’"), "lit|literal translation|literally|lit."),
    (Around("transl. ", ""), "translation"),
    (Around("|", "|"), "abs"),
    (Around("⌊", "⌋"), "floor"),
    (Around("⌈", "⌉"), "ceil"),
    (Around("{", "}"), "mset|curly brackets"),
    (Around("[", "]"), "bracket|sqbra|bracketed|interp|editorial|brackets|square brackets"),
    (Around("", "°"), "deg"),
    (Around("\"", "\""), "qq|dquote|\"|quoted|quotation marks"),
    (Around("'", "'"), "single quotes"),
    (Sic, "sic|sic2|typo sic|as in original"),
    (
        Title,
        "pagename|pagenamee|fullpagename|fullpagenamee|basepagename|subpagename|rootpagename|pagenamebase|title|\
         articlepagename|subjectpagename",
    ),
    // Languages.
    (Langx, "langx|langwithname|lang-name|язык2"),
    (Nihongo, "nihongo|nihongo core|japanese|nihongo krt"),
    (Show(2), "nihongo2"),
    (NihongoRomaji, "nihongo3"),
    (Show(1), "nihongo foot|nihongo title|jap-name"),
    (Chinese, "zh|zhi|chinese|lang-zh|zh-full|zh-cpl|zh-cp|zh-tsp|zh-stp|zh-sp|zh-tp"),
    (Korean, "korean|ko-hhrm|ko-hrm|ko-hrmr|lang-ko2|korean2"),
    // Numbers.
    (Convert, "convert|cvt|convinfobox|conv|convert/2|converti|конверт|convertir|cvtinfobox|convert/spell"),
    (Height, "height|heightft|ht"),
    (Val, "val|value"),
    (Exponent, "e|×10^|x10^|×10|sx10|scinote"),
    (TenTo, "10^|ten to"),
    (Superscript, "sup|super|superscript"),
    (Fraction, "frac|fraction|sfrac|frac2|sfrac2|fract|xfrac|tfrac|bruch|дробь|fracção|分数|frac-nobreak"),
    (Ordinal, "ordinal|ord|nth"),
    (
        Number,
        "nts|ntss|number table sorting|formatnum|num|number|comma separated|formatprice|format price|n°|nombre|\
         unité num|formatering|gaps number|format number",
    ),
    (Round, "rnd|round|rounded"),
    (Root, "radic|sqrt|root"),
    (Unit, "unité|unite|unidad|einheit|m|entier"),
    (Century, "siècle|siglo|secolo|século"),
    (Money("US$"), "us$|usd|us dollar|u.s. dollar|usdollar|us dollars|estimated us$|uss$"),
    (Money("£"), "gbp|£|pound|pound sterling|gb£|uk£|gbp£|£sd"),
    (Money("€"), "€|eur|euro|euros"),
    (Money("₹"), "inr|₹|indian rupee|rupee|indian rupees|inrconvert"),
    (Money("¥"), "¥|jpy|yen|japanese yen|jp¥|jpy¥"),
    (Money("CN¥"), "cny|rmb|cn¥|yuan|renminbi"),
    (Money("A$"), "a$|aud|au$|australian dollar"),
    (Money("C$"), "c$|cad|ca$|canadian dollar|can$"),
    (Money("NZ$"), "nz$|nzd"),
    (Money("HK$"), "hk$|hkd"),
    (Money("S$"), "s$|sgd"),
    (Money("NT$"), "nt$|twd|ntd"),
    (Money("R$"), "r$|brl"),
    (Money("Mex$"), "mxn|mex$"),
    (Money("₩"), "₩|krw|south korean won"),
    (Money("₱"), "₱|php|philippine peso|peso"),
    (Money("₽"), "₽|rub|ruble|руб"),
    (Money("₺"), "₺|try|turkish lira"),
    (Money("₪"), "₪|ils|nis"),
    (Money("₦"), "₦|ngn|naira"),
    (Money("฿"), "฿|thb|baht"),
    (Money("₫"), "₫|vnd"),
    (Money("₴"), "₴|uah|hryvnia"),
    (Money("CHF "), "chf|swiss franc|sfr"),
    (Money("R"), "zar|south african rand"),
    (Money("kr "), "sek|nok|dkk|kr"),
    (Money("zł "), "pln|złoty"),
    (Money("Rp"), "idr|rupiah"),
    (Money("RM"), "rm|myr"),
    (Money("₨ "), "pkr|lkr|npr|pakistani rupee"),
    (Money("৳"), "bdt|taka|৳"),
    (Money("$"), "$|dollar|dollars"),
    (Money("₤"), "₤|itl|lira"),
    (Currency, "currency|moeda|devise|monnaie|divisa"),
    // Dates.
    (
        Date,
        "birth date|birth date and age|birth-date|birth-date and age|bda|dob|bd|start date|start-date|\
         start date and age|end date|end-date|end date and age|birth date and age2|birth date2|death date|\
         death-date|dod|film date|date|dts|birth year and age|birth year|bya|date table sorting|sort date|\
         start and end dates|release date|released|launch date|launch date and age|vgrelease date|\
         birth year and age2|start year|opening date|formatted date|iso date|dateform|date-mf|birth|bday|生年月日|\
         死亡年月日|出生日期|start date and years ago|birth-year|released date|fecha de inicio|bd2|生年月日と年齢|\
         birth date and given age|出生日期及年齡|出生日期及年龄|生日",
    ),
    (
        DeathDate,
        "death date and age|dda|death-date and age|death date and given age|死亡年月日と没年齢|没年齢|逝世日期及年齡|死亡日期及年齡|\
         死亡日期与年龄|死亡日期與年齡|死亡日期及年龄|逝世年龄|disappeared date and age",
    ),
    (DeathYear, "death year and age|death year|dya"),
    (OldStyleDate, "oldstyledate|old style date|osd|oldstyledatedy|oldstyledateny|oldstyledatenz|old style"),
    (AsOf, "as of|asof|as at|since|as of today"),
    (Circa("c. "), "circa|c.|ca.|c|ca|circ."),
    (Span("fl. "), "floruit|fl.|fl|flourished"),
    (Span("r. "), "reign|r.|reigned|regnal"),
    (Span("b. "), "b.|born|bornin"),
    (Span("d. "), "d.|died"),
    (Span("m. "), "marriage short"),
    (Span("act. "), "act."),
    // Names.
    (
        Ship,
        "uss|usns|uscgc|usat|usrc|hms|hmas|hmcs|hmnzs|hmt|hmhs|hmy|hmpngs|hmis|rms|ss|mv|ms|my|rv|rrs|rfa|ins|\
         sms|hnoms|hswms|hdms|hnlms|orp|tcg|roks|jds|js|gts|smu|ps|ts|fv|css|bap|ara|brp|pns|mf|mt|mts|nrp|sy|\
         lps|hmsas|hmbs|hmqs|ssbn|kri|lé|slns|bns|ans|rnmv|esps|spv|usc&gs|noaas|usav|kms|cgc|cfav",
    ),
    (ShipAny, "ship|naval|ship name"),
    (ShipClass, "sclass|sclass-|sclass2|sclass2-|sclass link|ship class|lclass|lclass2|blclass"),
    (
        Interlanguage,
        "ill|interlanguage link|ill2|ill-wd|illm|interlanguage link multi|interlanguage link wikidata|iw|iw2|\
         illc|ilink|仮リンク|не переведено|не переведено 2|не переведено 3|не переведено 5|нп|нп3|нп5|lien|enllaç|\
         liens|lien interwiki",
    ),
    (SortName, "sortname|sort name|sort-name"),
    (Music, "music"),
    // Blocks.
    (
        Pictures,
        "multiple image|multipleimage|double image|triple image|wide image|tall image|panorama|image frame|\
         annotated image|css image crop|auto images|vertical images list|gallery|externalimage|storm pics",
    ),
    (
        Quote,
        "quote|blockquote|block quote|cquote|quotation|quote box|quotebox|rquote|rquotebox|pull quote|pquote|\
         bquote|centered pull quote|quotation box|long quotation|quote frame|quote paragraph|imagequote|\
         verse translation quote|zitat|citation bloc|citazione|cita|cita recuadro|citat|citaat|cytat|citação|\
         цитата|引用|quote1|bq|cquote2|poemquote|poem quote|verse|quote-sidebar|talkquote|talk quote|\
         talk quote block|tqb|quote news|epigraph|inspirational quote|cytat d|cita celebre|blockindent|\
         block indent|in5|quoteblock",
    ),
    (
        Items,
        "ubl|unbulleted list|hlist|ubil|bulleted list|ordered list|blist|unbullet|unbulleted|hlist-comma|\
         comma list|csl|cslist|list collapsed|ublist|br separated entries|nbulleted list|unordered list|\
         bullet list|flat list items|vunblist",
    ),
    (
        ListText,
        "plainlist|plain list|flatlist|flat list|indented plainlist|startplainlist|colbegin|columns-list|\
         columns list|colbreak list|multicol list|column list|hidden text list|columnslist|col-list",
    ),
    (Spaces, "spaces|nbspaces|gap|padding|quad|em spaces|ensp|emsp|indent"),
    (
        Text("\n\n"),
        "paragraph|parabr|brclear|clear|clr|clear left|clear right|clearleft|clearright|-|cl|ucb|ambox break|\
         -clear",
    ),
    // References.
    (
        Cite,
        "citation|cite|citeweb|citebook|citejournal|citenews|literatur|internetquelle|ouvrage|article|lien web|\
         lien brisé|cita web|cita libro|cita publicación|cita noticia|citar web|citar livro|citar periódico|\
         citar jornal|cytuj|cytuj stronę|cytuj książkę|cytuj pismo|citeer web|citeer boek|webbref|bokref|\
         tidningsref|книга|статья|internetref|vcite|vcite book|vcite journal|vcite web|vcite news|\
         catalog lookup link|bibleref cite|cita pubblicazione|cita news|der spiegel|webarchiv|kilde www|\
         kilde bok|lehekülg|verkkoviite|kirjaviite|internet|web kaynağı|isbn-bok|citation/core|harvc|gbooks|\
         cite q",
    ),
    (
        ShortCite,
        "sfn|sfnp|sfnm|sfnmp|harv|harvnb|harvp|harvtxt|harvcol|harvcolnb|harvcoltxt|harvard citation|\
         harvard citation no brackets|harvs|snf|sp|afn|shortened footnote|ssfn|harvsp|refharvard|sfn0|sfn-a",
    ),
    (
        Note,
        "efn|efn-ua|efn-la|efn-lr|efn-ur|efn-lg|refn|notetag|note tag|footnote|reftag|explanatory footnote|note|\
         anm|#tag:ref|efn-num|fnz|abbr note|efni",
    ),
    (
        Silent,
        "r|rp|ref|ref label|ref harvard|ref harv|refname|note label|fn|fnb|cref|cref2|cnote|cnote2|efnr|ntn|\
         page number|refpage|reference page|refs|sup ref|hidden ref|citation needed|cn|fact|facts|who|whom|which|\
         when|where|why|what|how|by whom|according to whom|clarify|clarification needed|clarify me|dubious|\
         disputed inline|disputed-inline|vague|specify|weasel inline|weasel-inline|weasel word|\
         failed verification|failed-verification|not in citation given|verify source|verification needed|verify|\
         verify credibility|unreliable source?|unreliable source|unreliable source inline|self-published inline|\
         self-published source|sps|primary source inline|primary-source inline|nonspecific|page needed|pn|\
         page number needed|pages needed|volume needed|isbn needed|full|full citation needed|fcn|\
         full reference needed|better source|better source needed|bsn|medical citation needed|mcn|medcn|\
         self-published|non-primary source needed|third-party inline|third-party source needed|update after|\
         update inline|update-inline|outdated inline|needs update|inconsistent|inconsistent inline|\
         contradict-inline|contradict inline|contradictory inline|or|original research inline|or-inline|\
         or inline|syn|synthesis inline|synthesis-inline|pov-statement|pov inline|pov-inline|neutrality disputed|\
         npov language|peacock term|peacock inline|peacock-inline|undue weight inline|undue-inline|lopsided|\
         speculation inline|speculation?|ambiguous|importance inline|importance-inline|relevance inline|\
         relevance-inline|jargon inline|jargon-inline|technical inline|technical statement|elucidate|explain|\
         expand inline|expand-inline|incomplete inline|quantify|how much|how many|how often|attribution needed|\
         att|opinion|editorializing|copyedit inline|copy edit inline|copyedit-inline|awkward|grammar|tone inline|\
         tone-inline|buzz|buzzword|euphemism|like what|like whom|example needed|examples|needs context|\
         context inline|context needed|lead too long inline|chronology citation needed|chronology|date missing|\
         year needed|year missing|season needed|author missing|title missing|publisher missing|place missing|\
         location needed|location missing|by who|from whom|compared to?|compared to|globalize inline|\
         globalize-inline|specify location|under discussion inline|under discussion-inline|discuss inline|\
         double check|contentious|excessive citations inline|overkill|dead link|dead|dead-link|deadlink|\
         broken link|link rot inline|bare url inline|bare url pdf|cbignore|webarchive|wayback|usurped|\
         subscription|subscription required|subscription needed|registration required|registration|paywall|\
         link note|limited access|closed access|open access|free access|abbr-inline|citation style|psc|\
         inline citation needed|nbsp note|disambiguation needed|dn|disambig needed|need quotation to verify|\
         request quotation|quote needed|needs quote|not verified in body|fix|fix inline|fixinline|\
         irrelevant citation|nfu|lame|what?|who?|which?|when?|where?|why?|clarify inline|synth|whose|until when|\
         time needed|timeframe|as of?|fix-inline|imprecise|unbalanced opinion|weasel|awk|obsolete source|\
         promotional source|ipa|ipac|ipa-all|ipac-en|ipac-fr|respell|pron-en|pronunciation|pronounced|pron|\
         pronunciation respelling|usdict|enpr|audio|listen inline|audio-ipa|audio-nohelp|ipa audio link|ipa link|\
         ipalink|ipablink|ipaslink|sampa|x-sampa|usndict|pronunc|phonemic|phonetic|ipaslink2|pronounced2|\
         audio-de|lautschrift|api|prononciation|afi|pronúncia|国际音标|發音|link language|language icon|en icon|\
         de icon|fr icon|es icon|ru icon|it icon|pt icon|ja icon|zh icon|pl icon|nl icon|in lang|in-lang|\
         languageicon|ref-en|ref-de|ref-fr|ref-es|lang icon|lien langue|coord|coords|coor|coor d|coor dm|\
         coor dms|coor title dms|coor title dm|coor at dms|coordinate|coordinates|koordinate|koordynaty|\
         coor title d|coor dec|gbm4ibx|oscoor|gbmapping|oscoord|os coord|oldos|coordenadas|координаты|座標|ウィキ座標|\
         anchor|anchors|shy|zwsp|wbr|hidden anchor|wj|zwj|zwnj|wikidata|increase|decrease|steady|up|down|\
         positive increase|positive decrease|negative increase|negative decrease|nochange|flagicon|flag icon|\
         flagicon image|flagdeco|flagathlete icon|fbicon|flagicon2|cricon|noflag icon|ntsh|hs|hidden sort key|\
         sort key|sortkey|dtsh|featured article|good article|fa icon|portal-inline|portal inline|commons-inline|\
         commons category-inline|commonscat-inline|wiktionary-inline|nobreak begin|nobreak end|nowrap end|\
         end nowrap|nowrap begin|wrap begin|normalwraplink end|pad start|engvarb|gold medal|silver medal|\
         bronze medal|gold1|silver2|bronze3|goldmedal|small begin|small end|color end|refstyle|ref-llink|tl|tlx|\
         para|sup-note|dagger note|columns start|endash note|self ref|hid|#section|#section-h|lst|\
         wikisource-inline|gutenberg inline|spoken wikipedia inline",
    ),
    (
        Loss,
        "age|age in years|age in days|age in months|age in weeks|age in years and days|\
         age in years, months and days|age in years, months, weeks and days|age nts|ageyears|time interval|\
         time ago|inflation|inflation/year|inflation-fn|inflation/fn|inflation-year|us inflation year|to usd|\
         to gbp|currentyear|currentmonth|currentmonthname|currentday|currentday2|currenttime|currentdayname|\
         currenthour|currentweek|currentdow|currenttimestamp|currentmonthabbrev|currentversion|currentmonth1|\
         currentmonthnamegen|localyear|localmonth|localday|localtime|localmonthname|localdayname|\
         numberofarticles|numberofpages|numberofusers|numberofedits|numberoffiles|numberofactiveusers|\
         numberofadmins|revisionid|revisionday|revisionyear|revisiontimestamp|revisionuser|sitename|server|\
         servername|years ago|number of days|days since|countdown|for year month day|moving median|\
         metadata population|population wd|#expr|#time|#timel|#invoke|percentage|percent|pct|pctg|ush|\
         aud inflation|age in decimal years|decimal age|current population|polparty|electiontable|\
         years or months ago|#property",
    ),
    (
        Banner,
        "main|main article|see also|see|further|further information|details|about|for|for2|other uses|otheruses|\
         other uses of|distinguish|redirect|redirect2|hatnote|short description|use dmy dates|use mdy dates|\
         use british english|use american english|authority control|reflist|notelist|references|refbegin|refend|\
         notelist-ua|notelist-la|notefoot|stub|portal|portal bar|portalbar|subject bar|commons|commons category|\
         commonscat|wiktionary|wikiquote|wikisource|sister project links|sister links|taxonbar|\
         featured article star|good article star|pp|protected|toc limit|toc left|toc right|tocleft|tocright|toc|\
         compact toc|unreferenced|refimprove|more citations needed|citations needed|orphan|cleanup|\
         expand section|empty section|update|pov|npov|tone|copy edit|multiple issues|original research|\
         more footnotes|no footnotes|lead too short|lead too long|undue|advert|notability|infobox|\
         listen|location map|maplink|external media|family tree|chart|navbox|sidebar|div col|div col end|\
         col-begin|col-2|col-3|col-4|col-break|col-end|columns|multicol|multicol-break|multicol-end|end|\
         break col|defaultsort|displaytitle|italic title|lowercase title|correct title|title disambiguation|\
         disambiguation|disambig|dab|hndis|geodis|surname|given name|set index article|nota|noteta|coord missing|\
         improve categories|dynamic list|clear2|s-start|s-end|s-bef|s-ttl|s-aft|succession box|succession|\
         image map|superimpose|quote box end|noteta-lite|in use|under construction|current|recent death|\
         talk header|wikiproject|spoken wikipedia|translated page|rough translation|expand language|\
         trivia|in popular culture|plot|long plot|no plot|see details|broader|rellink|crossreference|crossref|\
         selfref|related|category see also|category main|cat main|cat see also|nobots|bots|dmoz|imdb name|\
         imdb title|find a grave|official website|official|official url|url|internet archive author|\
         gutenberg author|librivox author|sfn whitelist|use shortened footnotes|cs1 config|clear-left|clade|\
         cladex|graph:chart|attached kml|football squad player|fs start|fs end|fs player",
    ),
];
