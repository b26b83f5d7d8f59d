/** The forms of Han letters in a country's print. */
export type HanForm = 'sc' | 'tc' | 'jp' | 'kr'

/** A font of a script that is fetched when a text needs it: one package, in one or many files by letters. */
export interface ScriptFamily {
  /** Of the package `@fontsource-variable/noto-sans-<id>`. */
  id: string
  /** PostScript-like name without spaces. */
  name: string
  /** The name of the script for people. */
  script: string
  /** Languages that are written in it (ISO 639-1), with the region if the script depends on it. */
  languages: readonly string[]
  /** Too large for a slow line: a paper fetches only its letters, and the device fetches the files later. */
  byLetters?: true
}

/** In the order of search for a letter that several families contain. */
export const SCRIPT_FAMILIES: readonly ScriptFamily[] = [
  { id: 'bengali', name: 'NotoSansBengali', script: 'Bengali', languages: ['bn', 'as'] },
  { id: 'gurmukhi', name: 'NotoSansGurmukhi', script: 'Gurmukhi', languages: ['pa'] },
  { id: 'gujarati', name: 'NotoSansGujarati', script: 'Gujarati', languages: ['gu'] },
  { id: 'oriya', name: 'NotoSansOriya', script: 'Odia', languages: ['or'] },
  { id: 'tamil', name: 'NotoSansTamil', script: 'Tamil', languages: ['ta'] },
  { id: 'telugu', name: 'NotoSansTelugu', script: 'Telugu', languages: ['te'] },
  { id: 'kannada', name: 'NotoSansKannada', script: 'Kannada', languages: ['kn'] },
  { id: 'malayalam', name: 'NotoSansMalayalam', script: 'Malayalam', languages: ['ml'] },
  { id: 'sinhala', name: 'NotoSansSinhala', script: 'Sinhala', languages: ['si'] },
  { id: 'thai', name: 'NotoSansThai', script: 'Thai', languages: ['th'] },
  { id: 'lao', name: 'NotoSansLao', script: 'Lao', languages: ['lo'] },
  { id: 'khmer', name: 'NotoSansKhmer', script: 'Khmer', languages: ['km'] },
  { id: 'myanmar', name: 'NotoSansMyanmar', script: 'Myanmar', languages: ['my'] },
  { id: 'hebrew', name: 'NotoSansHebrew', script: 'Hebrew', languages: ['he'] },
  { id: 'armenian', name: 'NotoSansArmenian', script: 'Armenian', languages: ['hy'] },
  { id: 'georgian', name: 'NotoSansGeorgian', script: 'Georgian', languages: ['ka'] },
  { id: 'ethiopic', name: 'NotoSansEthiopic', script: 'Ethiopic', languages: ['am', 'ti'], byLetters: true },
  { id: 'thaana', name: 'NotoSansThaana', script: 'Thaana', languages: ['dv'] },
  { id: 'sc', name: 'NotoSansSC', script: 'Chinese', languages: ['zh'], byLetters: true },
  {
    id: 'tc',
    name: 'NotoSansTC',
    script: 'Chinese',
    languages: ['zh-TW', 'zh-HK', 'zh-MO'],
    byLetters: true,
  },
  { id: 'jp', name: 'NotoSansJP', script: 'Japanese', languages: ['ja'], byLetters: true },
  { id: 'kr', name: 'NotoSansKR', script: 'Korean', languages: ['ko'], byLetters: true },
  { id: 'symbols', name: 'NotoSansSymbols', script: 'Symbols', languages: [] },
]

const HAN_FORMS: readonly string[] = ['sc', 'tc', 'jp', 'kr'] satisfies HanForm[]

export const isHanForm = (id: string): id is HanForm => HAN_FORMS.includes(id)

/** Returns the families of a country's language, by its locale (`zh-TW`); none if the base fonts contain it. */
export function familiesOfLocale(locale: string): readonly ScriptFamily[] {
  const [language = ''] = locale.split('-')
  const exact = SCRIPT_FAMILIES.filter(({ languages }) => languages.includes(locale))
  return exact.length > 0 ? exact : SCRIPT_FAMILIES.filter(({ languages }) => languages.includes(language))
}

/**
 * Returns the form of Han letters of a text: the country's own if it has one, otherwise by the letters that
 * only one language writes, otherwise the simplified ones.
 */
export function hanFormOf(locale: string, text: string): HanForm {
  const own = familiesOfLocale(locale)
    .map(({ id }) => id)
    .find(isHanForm)
  if (own) return own
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp'
  if (/\p{Script=Hangul}/u.test(text)) return 'kr'
  return /\p{Script=Bopomofo}/u.test(text) ? 'tc' : 'sc'
}
