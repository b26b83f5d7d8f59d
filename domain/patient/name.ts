/** Sexes as the app writes them (docs/wire.md#lists-and-limits knows two; DICOM adds O, and some headers none). */
export const SEXES = ['Male', 'Female', 'Other'] as const
export type Sex = (typeof SEXES)[number]

const DICOM_SEX: Record<string, Sex> = { M: 'Male', F: 'Female', O: 'Other' }

/** `M`, `F`, `O` of DICOM as a word; empty if the header has no valid value. */
export function sexOfDicom(code: string): Sex | '' {
  return DICOM_SEX[code.trim().toUpperCase()] ?? ''
}

/** The three spellings of a DICOM person name. */
export interface DicomName {
  Alphabetic?: string
  Ideographic?: string
  Phonetic?: string
}

/** The order in which the family name and the given names of a DICOM name are shown. */
export const NAME_ORDERS = ['given_first', 'family_first'] as const
export type NameOrder = (typeof NAME_ORDERS)[number]

type Reading = 'as_set' | 'family_first'

/** Reading order by script: these have the family name first, without a comma; others are read as configured. */
const READINGS: readonly (readonly [RegExp, Reading])[] = [
  [/\p{Script=Hangul}/u, 'family_first'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'family_first'],
  [/\p{Script=Han}/u, 'family_first'],
]

const readingOf = (text: string): Reading => READINGS.find(([script]) => script.test(text))?.[1] ?? 'as_set'

/** One component group `Family^Given^Middle^Prefix^Suffix` in reading order: prefix, given, middle, family, suffix. */
function readGroup(group: string, order: NameOrder): string {
  const [family, given, middle, prefix, suffix] = group
    .split('^')
    .map((part) => part.trim().replace(/\s+/g, ' '))
  const own = order === 'family_first' ? [family, given, middle] : [given, middle, family]
  return [prefix, ...own, suffix].filter(Boolean).join(' ')
}

const groupsOf = (name: string | DicomName): readonly string[] => {
  const [alphabetic = '', ideographic = '', phonetic = ''] =
    typeof name === 'string' ? name.split('=') : [name.Alphabetic, name.Ideographic, name.Phonetic]
  return [alphabetic, ideographic, phonetic]
}

/**
 * A DICOM person name in reading order: `RAO^MEERA^^DR` is `DR MEERA RAO`. Text may hold the three groups
 * `Alphabetic=Ideographic=Phonetic`; the other two follow in brackets if they differ. Empty for no name. If any group
 * is in Chinese, Japanese or Korean letters, the family name comes first in every group, as is usual in these
 * languages: `Yamada^Tarou=山田^太郎` is `Yamada Tarou (山田 太郎)`. `order` is for sources that write other names the other
 * way round.
 */
export function nameOfDicom(name: string | DicomName | undefined, order: NameOrder = 'given_first'): string {
  if (name === undefined) return ''
  const groups = groupsOf(name)
  const read = groups.map((group) =>
    readGroup(group, readingOf(groups.join()) === 'as_set' ? order : 'family_first'),
  )
  const [shown, ...others] = [...new Set(read.filter((group) => group !== ''))]
  if (shown === undefined) return ''
  return others.length === 0 ? shown : `${shown} (${others.join(', ')})`
}

/**
 * The name as it was read before scripts had their own order (docs/decisions/308): studies of that time store it, and
 * it is needed to detect a person's corrections.
 */
export function earlierNameOfDicom(
  name: string | DicomName | undefined,
  order: NameOrder = 'given_first',
): string {
  if (name === undefined) return ''
  const [shown = '', ideographic = '', phonetic = ''] = groupsOf(name).map((group) => readGroup(group, order))
  const local = ideographic || phonetic
  if (shown === '') return local
  return local === '' || local === shown ? shown : `${shown} (${local})`
}
