import type { LeakEntry } from '#contract/calls/leakage.ts'
import { LEAKAGE_WORDS as WORDS } from './words.ts'

/** What an entry is called in a button or title: what it is about with its visit, or with the patient's number. */
export function entryName({ study_id, what, visit_no, pat_id }: LeakEntry): string {
  const name = what || (study_id === null ? '' : WORDS.noDescription)
  return [name, visit_no || pat_id].filter(Boolean).join(', ')
}
