/** Latin letters that are not a base letter with a diacritic. */
const LATIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
  ŋ: 'n',
  Ŋ: 'N',
  ħ: 'h',
  Ħ: 'H',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
}
// The same index in both rows.
const CYRILLIC = pairs(
  'а б в г д е ж з и й к л м н о п р с т у ф х ц ч ш щ ъ ы ь э ю я ё є і ї ґ ў ј љ њ ћ ђ џ',
  'a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya e ye i yi g u j lj nj c dj dz',
)
const GREEK = pairs(
  'α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ σ ς τ υ φ χ ψ ω',
  'a v g d e z i th i k l m n x o p r s s t y f ch ps o',
)
const KANA = pairs(
  'あ い う え お か き く け こ が ぎ ぐ げ ご さ し す せ そ ざ じ ず ぜ ぞ た ち つ て と だ ぢ づ で ど な に ぬ ね の は ひ ふ へ ほ ば び ぶ べ ぼ ぱ ぴ ぷ ぺ ぽ ま み む め も や ゆ よ ら り る れ ろ わ ゐ ゑ を ん ゔ ぁ ぃ ぅ ぇ ぉ',
  'a i u e o ka ki ku ke ko ga gi gu ge go sa shi su se so za ji zu ze zo ta chi tsu te to da ji zu de do na ni nu ne no ha hi fu he ho ba bi bu be bo pa pi pu pe po ma mi mu me mo ya yu yo ra ri ru re ro wa i e o n vu a i u e o',
)
const SMALL_Y: Readonly<Record<string, string>> = { ゃ: 'a', ゅ: 'u', ょ: 'o' }

const INITIALS = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ')
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ')
const FINALS = ' k k ks n nj nh t l lk lm lp ls lt lp lh m p ps t t ng t t k t p h'.split(' ')
const [HANGUL_FIRST, HANGUL_LAST] = [0xac00, 0xd7a3]

/** Letters of the Indic scripts by their offset in the script's block, which is the same in all of them. */
const INDIC_CONSONANTS =
  'k kh g gh ng ch chh j jh ny t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h'.split(' ')
const INDIC_VOWELS = 'a a i i u u ri li e e e ai o o o au'.split(' ')
const INDIC_SIGNS = 'a i i u u ri ri e e e ai o o o au'.split(' ')
const [INDIC_FIRST, INDIC_LAST, BLOCK] = [0x0900, 0x0d7f, 0x80]
/** From this script on a consonant at the end of a word keeps its vowel. */
const KEEPS_LAST_VOWEL = 0x0b00

function pairs(letters: string, sounds: string): ReadonlyMap<string, string> {
  const spelled = sounds.split(' ')
  return new Map(letters.split(' ').map((letter, at) => [letter, spelled[at] ?? '']))
}

/**
 * A text in Latin letters without diacritics, letter by letter: Latin, Cyrillic, Greek, kana, Hangul and the Indic
 * scripts. Characters without a sound of their own (such as a Han character or an Arabic letter without its vowels)
 * stay as they are.
 */
export function romanise(text: string): string {
  return text
    .split(/(\s+|[\^=\\])/)
    .map((word) => (isAscii(word) ? word : romaniseWord(word)))
    .join('')
}

function romaniseWord(word: string): string {
  const isCapital = /^\p{L}/u.test(word) && word === word.toUpperCase() && word !== word.toLowerCase()
  const plain = Array.from(kanaOf(word.normalize('NFKC').normalize('NFC')))
  let out = ''
  for (const [at, letter] of plain.entries()) out += soundOf(letter, plain[at + 1], out)
  // Names in scripts without capitals get an initial capital.
  const isCaseless = word.toUpperCase() === word.toLowerCase()
  if (isCaseless) return out.replace(/^[a-z]/, (first) => first.toUpperCase())
  return isCapital ? out.toUpperCase() : out
}

/** Katakana as hiragana, which has the same sounds; the long-vowel mark is dropped. */
const kanaOf = (text: string) =>
  text.replace(/[ァ-ヴ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60)).replaceAll('ー', '')

function soundOf(letter: string, next: string | undefined, before: string): string {
  const code = letter.codePointAt(0) ?? 0
  if (code >= HANGUL_FIRST && code <= HANGUL_LAST) return hangul(code - HANGUL_FIRST)
  if (code >= INDIC_FIRST && code <= INDIC_LAST) return indic(code, next)
  const kana = kanaSound(letter, next)
  if (kana !== undefined) return kana
  const lower = letter.toLowerCase()
  const sound = CYRILLIC.get(lower) ?? CYRILLIC.get(unmarked(lower)) ?? GREEK.get(unmarked(lower))
  if (sound !== undefined)
    return lower === letter ? sound : sound.replace(/^./, (first) => first.toUpperCase())
  return LATIN[letter] ?? (before === '' || /\p{L}|\p{M}/u.test(letter) ? unmarked(letter) : letter)
}

const unmarked = (letter: string) => letter.normalize('NFD').replace(/\p{M}+/gu, '')

function kanaSound(letter: string, next: string | undefined): string | undefined {
  if (letter === 'っ') return KANA.get(next ?? '')?.[0] ?? ''
  const small = SMALL_Y[letter]
  if (small !== undefined) return small
  const sound = KANA.get(letter)
  if (sound === undefined || next === undefined || !(next in SMALL_Y)) return sound
  // shi + small ya becomes sha; ki + small ya becomes kya.
  return /^(sh|ch|j)i$/.test(sound) ? sound.slice(0, -1) : sound.replace(/i$/, 'y')
}

function hangul(place: number): string {
  const [initial, vowel, final] = [Math.floor(place / 588), Math.floor((place % 588) / 28), place % 28]
  return `${INITIALS[initial] ?? ''}${VOWELS[vowel] ?? ''}${FINALS[final] ?? ''}`
}

function indic(code: number, next: string | undefined): string {
  const place = code % BLOCK
  if (place >= 0x05 && place <= 0x14) return INDIC_VOWELS[place - 0x05] ?? ''
  if (place >= 0x3e && place <= 0x4c) return INDIC_SIGNS[place - 0x3e] ?? ''
  if (place >= 0x66 && place <= 0x6f) return String(place - 0x66)
  if (place === 0x01 || place === 0x02) return 'n'
  if (place === 0x03) return 'h'
  if (place < 0x15 || place > 0x39) return ''
  const consonant = INDIC_CONSONANTS[place - 0x15] ?? ''
  return `${consonant}${keepsVowel(code, next) ? 'a' : ''}`
}

/** A consonant keeps its inherent `a` unless a vowel sign or a virama follows it. */
function keepsVowel(code: number, next: string | undefined): boolean {
  const follower = next?.codePointAt(0)
  if (follower === undefined || follower < INDIC_FIRST || follower > INDIC_LAST)
    return code >= KEEPS_LAST_VOWEL
  const place = follower % BLOCK
  return place < 0x3c || place > 0x4d
}

const isAscii = (word: string) => !/[\u0080-\u{10ffff}]/u.test(word)
