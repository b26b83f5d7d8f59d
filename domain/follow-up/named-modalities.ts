import { isOrdinaryWord } from './ordinary-words.ts'

/** A kind of examination as recommendations name it. */
export interface NamedModality {
  /** The first of `codes`: what a list filters by. */
  code: string
  label: string
  /** The codes of a study or service that is of this kind (domain/modality). */
  codes: readonly string[]
}

interface Vocabulary extends NamedModality {
  words: RegExp
}

// Words that are also English ones ("us", "Mr") count in capitals only. What holds another name in it comes first.
const VOCABULARY: readonly Vocabulary[] = [
  {
    code: 'PT',
    label: 'PET',
    codes: ['PT'],
    words: /\b[Pp][Ee][Tt](?:\s*[-/]?\s*(?:CT|MRI?|ct|mri?))?\b|\b[Pp]ositron emission\b/g,
  },
  {
    code: 'CT',
    label: 'CT',
    codes: ['CT'],
    words: /\b(?:(?:ce|nc|hr|ld)?ct|cta|computed tomograph\w*|cat scan)\b/gi,
  },
  {
    code: 'MR',
    label: 'MRI',
    codes: ['MR'],
    words: /\b(?:MRS?|[Mm][Rr][Ii]|MRA|MRCP|[Mm]agnetic resonance)\b/g,
  },
  {
    code: 'US',
    label: 'Ultrasound',
    codes: ['US'],
    words: /\b(?:US|USS|[Uu][Ss][Gg]|[Uu]ltraso\w+|[Ss]onogra\w+|[Dd]oppler)\b/g,
  },
  {
    code: 'CR',
    label: 'X-ray',
    codes: ['CR', 'DX', 'RG'],
    words: /\b(?:XR|[Cc][Xx][Rr]|[Xx][\s-]?[Rr]ays?|[Rr]adiographs?|[Rr]adiography|[Ss]kiagrams?)\b/g,
  },
  { code: 'MG', label: 'Mammography', codes: ['MG'], words: /\b(?:mammogra\w+|tomosynthesis)\b/gi },
  {
    code: 'NM',
    label: 'Nuclear medicine',
    codes: ['NM'],
    words: /\b(?:bone scans?|scintigra\w+|spect|nuclear medicine)\b/gi,
  },
  {
    code: 'BMD',
    label: 'Bone density',
    codes: ['BMD'],
    words: /\b(?:dexa|dxa|bone (?:mineral )?densit\w+)\b/gi,
  },
  { code: 'RF', label: 'Fluoroscopy', codes: ['RF'], words: /\b(?:fluoroscop\w+|barium \w+)\b/gi },
]

/** The kinds that a follow-up may ask for, as a list offers them. */
export const FOLLOW_UP_MODALITIES: readonly NamedModality[] = VOCABULARY.map(({ code, label, codes }) => ({
  code,
  label,
  codes,
}))

export const FOLLOW_UP_CODES: readonly string[] = FOLLOW_UP_MODALITIES.map(({ code }) => code)

/** The kind of that code, or of a study's code (`DX` is an X-ray); undefined for one that no recommendation asks for. */
export const modalityOfCode = (code: string): NamedModality | undefined =>
  FOLLOW_UP_MODALITIES.find(({ codes }) => codes.includes(code))

export interface ModalityMention {
  modality: NamedModality
  from: number
  to: number
}

/**
 * The kinds that a text names, in the order of the text; `PET-CT` is a PET and no CT. "Mr" and "us" in capitals are none
 * where they may be meant.
 */
export function modalitiesIn(text: string): ModalityMention[] {
  const found: ModalityMention[] = []
  for (const { words, ...modality } of VOCABULARY)
    for (const match of text.matchAll(words)) {
      const [from, to] = [match.index, match.index + match[0].length]
      if (isOrdinaryWord(text, from, to)) continue
      if (!found.some((other) => from < other.to && other.from < to)) found.push({ modality, from, to })
    }
  return found.toSorted((a, b) => a.from - b.from)
}
