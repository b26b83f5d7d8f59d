import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#domain/language/languages.ts'
import { embeddingLevels, visualOrder } from '#render/text/bidi.ts'
import { VERIFY_WORDS } from '#src/features/verify-signature/verify-words.ts'
import { PAPER_WORDS } from '#src/parts/papers/paper-words.ts'
import { OWN_WORDS } from '#src/parts/patient-words/own-words.ts'
import { PATIENT_WORDS } from '#src/parts/patient-words/patient-words.ts'
import type { PatientWords } from '#src/parts/patient-words/words/en.ts'
import { LANGUAGE_TABLE } from '#src/ui/language/languages.ts'
import { type Catalogue, fetchWords } from '#src/ui/language/use-catalogue.ts'

type Word = string | ((...values: never[]) => string)

/** Returns every word of a catalogue with its path. */
function wordsOf(words: object, path = ''): [path: string, word: Word][] {
  return Object.entries(words).flatMap(([key, word]: [string, Word | object]) =>
    typeof word === 'object' ? wordsOf(word, `${path}${key}.`) : [[`${path}${key}`, word] as [string, Word]],
  )
}

/**
 * Numbers for every plural form that contains its number (one and two are words in Arabic), and the values of
 * other parameters.
 */
const NUMBERS = [0, 3, 11, 47, 100, 102]
const PARTS = ['⟦a⟧', '⟦b⟧', '⟦c⟧', '⟦d⟧']

/** Words whose parameters are numbers; those of all others are names and times. */
const OF_NUMBERS =
  /throttled$|^ages\.|making$|slides$|uploading$|sameWords$|wordsDifferent$|^version$|patientShare$/

/** Returns a word as rendered, once for each set of parameters, with the parts it must contain. */
function spoken(path: string, word: Word): { text: string; parts: readonly string[] }[] {
  if (typeof word === 'string') return [{ text: word, parts: [] }]
  const say = (parts: readonly (string | number)[]) => ({
    text: word(...(parts as never[])),
    parts: parts.map(String),
  })
  if (!OF_NUMBERS.test(path)) return [say(PARTS.slice(0, word.length))]
  return NUMBERS.map((number) => say([number, 58].slice(0, word.length)))
}

/** Names and signs that are the same in every language. */
const NAMES = /Readroom|Que Screens|PDF|MB|GPay|PayTM|PhonePe|UPI|\.(jpg|png|pdf)/g

/** The words of all patients' pages, of a patient's own, of the check of a signed report, and of papers. */
const CATALOGUES: Readonly<Record<string, Catalogue<object>>> = {
  shared: PATIENT_WORDS,
  own: OWN_WORDS,
  verify: VERIFY_WORDS,
  paper: PAPER_WORDS,
}
const inEach = (languages: readonly Language[]) =>
  Object.keys(CATALOGUES).flatMap((name) => languages.map((language) => [name, language] as const))

/** Returns a text in its visual order, from left to right. */
const seen = (text: string, direction: 'ltr' | 'rtl'): string =>
  visualOrder([...embeddingLevels(text, direction)])
    .map((index) => text[index])
    .join('')

describe.each(inEach(LANGUAGES))('the %s words in %s', (name, language) => {
  const catalogue = CATALOGUES[name] as Catalogue<object>
  const load = () => fetchWords(catalogue, language)
  const { dir } = LANGUAGE_TABLE[language]

  test('are the same set as in English, and none is empty', async () => {
    const [own, english] = [wordsOf(await load()), wordsOf(catalogue.english)]
    expect(own.map(([path]) => path)).toEqual(english.map(([path]) => path))
    expect(own.map(([, word]) => typeof word)).toEqual(english.map(([, word]) => typeof word))
    const empty = own.flatMap(([path, word]) => spoken(path, word)).filter(({ text }) => text.trim() === '')
    expect(empty).toEqual([])
  })

  test('contain every given name, time and number', async () => {
    const english = new Map(wordsOf(catalogue.english))
    const lost = wordsOf(await load()).flatMap(([path, word]) => {
      const wanted = english.get(path)
      if (typeof word === 'function' && typeof wanted === 'function')
        expect(word.length, `the parameters of ${path}`).toBe(wanted.length)
      return spoken(path, word).filter(({ text, parts }) => !parts.every((part) => text.includes(part)))
    })
    expect(lost).toEqual([])
  })

  test('show every number and every part as given: nothing is mirrored', async () => {
    const mirrored = wordsOf(await load()).flatMap(([path, word]) =>
      spoken(path, word)
        .map(({ text, parts }) => ({ path, sight: seen(text, dir), parts, text }))
        .filter(({ sight, parts }) => !parts.every((part) => sight.includes(part))),
    )
    expect(mirrored).toEqual([])
    // A text with two numbers keeps their order, and a percentage its sign after it.
    const { queue, filed } = await fetchWords(PATIENT_WORDS, language)
    expect(seen(queue.slides(1, 3), dir)).toContain('1 / 3')
    expect(seen(filed.making(47), dir)).toMatch(/47 ?%/)
    const { uploading } = (await fetchWords(OWN_WORDS, language)).request.document
    expect(seen(uploading(47), dir)).toMatch(/47 ?%/)
  })

  test('have only Western digits', async () => {
    const foreign = wordsOf(await load()).flatMap(([path, word]) =>
      spoken(path, word).filter(({ text }) => /(?![0-9])\p{Nd}/u.test(text)),
    )
    expect(foreign).toEqual([])
  })
})

describe.each(inEach(LANGUAGES.filter((language) => language !== 'en')))(
  'nothing is left in English: the %s words in %s',
  (name, language) => {
    const load = () => fetchWords(CATALOGUES[name] as Catalogue<object>, language)
    test('no word contains an English letter', async () => {
      const latin = wordsOf(await load()).flatMap(([path, word]) =>
        spoken(path, word)
          .map(({ text, parts }) => parts.reduce((rest, part) => rest.replaceAll(part, ''), text))
          .filter((text) => /\p{Script=Latin}/u.test(text.replaceAll(NAMES, '')))
          .map((text) => `${path}: ${text}`),
      )
      expect(latin).toEqual([])
    })

    test('every letter belongs to its script', async () => {
      const script = { en: /^\p{L}+$/u, hi: /^\p{Script=Devanagari}+$/u, ar: /^\p{Script=Arabic}+$/u }[
        language
      ]
      const letters = wordsOf(await load())
        .flatMap(([path, word]) => spoken(path, word))
        .flatMap(
          ({ text, parts }) =>
            parts
              .reduce((rest, part) => rest.replaceAll(part, ''), text)
              .replaceAll(NAMES, '')
              .match(/\p{L}+/gu) ?? [],
        )
      expect(letters.filter((word) => !script.test(word))).toEqual([])
    })
  },
)

test('a number uses the plural form of its language', async () => {
  const ages = async (language: 'hi' | 'ar') => (await fetchWords<PatientWords>(PATIENT_WORDS, language)).ages
  const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '')
  const arabic = await ages('ar')
  expect([1, 2, 3, 11, 100].map((n) => plain(arabic.Y(n)))).toEqual([
    'سنة واحدة',
    'سنتان',
    '3 سنوات',
    '11 سنة',
    '100 سنة',
  ])
  const hindi = await ages('hi')
  expect([1, 2].map((n) => hindi.M(n))).toEqual(['1 महीना', '2 महीने'])
  expect([1, 2].map((n) => PATIENT_WORDS.english.ages.D(n))).toEqual(['1 day', '2 days'])
})
