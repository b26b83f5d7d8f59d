import { encodeText } from '../report/markup-entities.ts'

/** How a sentence names a former study. */
export interface NamedStudy {
  modality: string
  study_desc: string
}

/** `CT Thorax`: the modality and the description, unless the description already begins with the modality. */
export function studyWords({ modality, study_desc }: NamedStudy): string {
  const [code, words] = [modality.trim(), study_desc.trim()]
  if (words === '') return code || 'study'
  const begins =
    words.toUpperCase() === code.toUpperCase() || words.toUpperCase().startsWith(`${code.toUpperCase()} `)
  return code === '' || begins ? words : `${code} ${words}`
}

/** `Compared with CT Thorax of 12 Mar 2026.` as markup for a report; `date` is as papers write it. */
export function comparedWith(study: NamedStudy, date: string): string {
  return encodeText(`Compared with ${studyWords(study)} of ${date}.`)
}
