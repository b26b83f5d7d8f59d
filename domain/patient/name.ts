/** Sexes as the app writes them (spec 1 section 9 knows two; DICOM adds O, and some headers none). */
export const SEXES = ['Male', 'Female', 'Other'] as const
export type Sex = (typeof SEXES)[number]

const DICOM_SEX: Record<string, Sex> = { M: 'Male', F: 'Female', O: 'Other' }

/** `M`, `F`, `O` of DICOM as a word; empty where the header says nothing or nonsense. */
export function sexOfDicom(code: string): Sex | '' {
  return DICOM_SEX[code.trim().toUpperCase()] ?? ''
}

/** The three spellings that a DICOM person name may carry. */
export interface DicomName {
  Alphabetic?: string
  Ideographic?: string
  Phonetic?: string
}

/** In which order the family name and the given names of a DICOM name are shown. */
export const NAME_ORDERS = ['given_first', 'family_first'] as const
export type NameOrder = (typeof NAME_ORDERS)[number]

/** One component group `Family^Given^Middle^Prefix^Suffix` in reading order: prefix, given, middle, family, suffix. */
function readGroup(group: string, order: NameOrder): string {
  const [family, given, middle, prefix, suffix] = group
    .split('^')
    .map((part) => part.trim().replace(/\s+/g, ' '))
  const own = order === 'family_first' ? [family, given, middle] : [given, middle, family]
  return [prefix, ...own, suffix].filter(Boolean).join(' ')
}

/**
 * A DICOM person name as a person reads it: `RAO^MEERA^^DR` is `DR MEERA RAO`. Text may hold the three groups
 * `Alphabetic=Ideographic=Phonetic`; the ideographic one follows in brackets where it differs. Empty for no name.
 * `order` is for sources that write the two the other way round.
 */
export function nameOfDicom(name: string | DicomName | undefined, order: NameOrder = 'given_first'): string {
  if (name === undefined) return ''
  const [alphabetic, ideographic, phonetic] =
    typeof name === 'string' ? name.split('=') : [name.Alphabetic, name.Ideographic, name.Phonetic]
  const shown = readGroup(alphabetic ?? '', order)
  const local = readGroup(ideographic ?? '', order) || readGroup(phonetic ?? '', order)
  if (shown === '') return local
  return local === '' || local === shown ? shown : `${shown} (${local})`
}
