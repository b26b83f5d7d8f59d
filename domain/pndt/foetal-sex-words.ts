/*
 * Words and signs that tell the sex of a foetus.
 *
 * Why: the Pre-conception and Pre-natal Diagnostic Techniques (Prohibition of Sex Selection) Act, 1994 (India), section
 * 5(2): nobody conducting the procedure communicates the sex of the foetus "by words, signs or in any other manner".
 * Where from: the Act names no words. The English ones were chosen for Readroom; the others are its words for boy, girl,
 * son, daughter, male and female from general dictionaries of Hindi, Marathi, Gujarati, Punjabi, Bengali, Tamil, Telugu,
 * Kannada and Malayalam, in their scripts and as they are commonly written in Latin letters. No speaker of all of them has
 * read the list; it is not closed, and a centre has it checked by its lawyer (docs/form-f.md).
 */

/** Each entry is the source of a regular expression; letters of either case, whole words only. */
interface FoetalSexWords {
  /** Tell it in any sentence of a report on a pregnancy. */
  always: readonly string[]
  /** Tell it where the sentence is about a foetus: elsewhere they may be said of the mother. */
  ofFoetus: readonly string[]
}

export const FOETAL_SEX_WORDS: FoetalSexWords = {
  always: [
    // English. A mother is no male: only what is named with `male` beside her is left out.
    String.raw`males?(?!\s+(?:factor|partner|spouse|infertility|attendant|doctor|sonologist|radiologist|nurse|staff|relative|condom))`,
    'boys?',
    "baby girls?|girl (?:child|baby|f(?:o)?etus)|it(?: is|’s|'s) a girl|girl",
    'sons?|daughters?',
    'penis|penile|phallus|scrot(?:um|al)|test(?:is|es|icles?|icular)',
    String.raw`(?:sex|gender)\s*[:=–-]\s*m`,
    // A karyotype, and no measurement of 46 x 38 mm.
    String.raw`(?<!\d[.,])4[5-7]\s*(?:,\s*x{1,3}y{0,2}(?!\s*\d)|x[xy]{1,3})|xy`,
    // Hindi, Urdu, Marathi, Gujarati, Punjabi, Bengali in Latin letters. `beta` is a Greek letter, too.
    'lad[dh]?kaa?|larkaa?|lad[dh]?k[iy]|lark[iy]|putr(?:aa?|i|ee)|bet[iy]|balik[ae]|balak',
    String.raw`(?<!free[\s-])beta(?![\s–(-]*(?:h?cg|human|thal|block|agonist|strept|ha?emol|globin|lactam|2|sub))`,
    'mulg[ai]|dikr[oi]|chh?okr[oi]|munda|kudi|chele',
    // Tamil, Telugu, Kannada, Malayalam in Latin letters.
    '(?:aan|pen|ponnu?) (?:ku[zl]h?andh?ai|pillai)|abba[yi]+|maga ?bidda|ada ?bidda|hudug[ai]|(?:gandu|hennu) magu|(?:aan|pen) ?kutt[yi]',
    // In their scripts.
    'लड़का|लड़के|लड़की|बेटा|बेटी|पुत्र|पुत्री|बालक|बालिका|मुलगा|मुलगी|मुलगे',
    'દીકરો|દીકરી|છોકરો|છોકરી|ਮੁੰਡਾ|ਕੁੜੀ|ছেলে|মেয়ে',
    'ஆண்|பெண் குழந்தை|అబ్బాయి|అమ్మాయి|మగ|ಗಂಡು|ಹೆಣ್ಣು|ആൺകുട്ടി|പെൺകുട്ടി|لڑکا|لڑکی|بیٹا|بیٹی',
    // Phrases that stood for a sex in cases that the press reported.
    'jai mata di|jai shr(?:i|ee) krishna|ladd?[uo]o?s?|barfi|burfi|jalebi',
  ],
  ofFoetus: [
    String.raw`females?(?!\s+(?:patient|pelvi[sc]|genital|reproductive|attendant|partner|nurse|doctor|sonologist|radiologist|staff|relative|aged?|infertility))`,
    'labia|labial|clitoris|clitoral|hydrocele|hypospadias|masculine|feminine|xx',
    '(?<!bundle of )h(?:e|is)',
    String.raw`(?:sex|gender)\s*[:=–-]\s*f`,
    'kanya|meye|magal|magan|ammayi|nar|maada',
    'कन्या|पुरुष|स्त्री|नर|मादा|பெண்|మహిళ|ആൺ|പെൺ',
  ],
}

/** Signs are no words: nothing stands around them that would end one. */
export const FOETAL_SEX_SIGNS = { always: '[♂👦🚹]', ofFoetus: '[♀👧🚺]' } as const
