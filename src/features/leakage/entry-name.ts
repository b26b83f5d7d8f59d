import type { LeakEntry } from '#contract/calls/leakage.ts'
import { LEAKAGE_WORDS as WORDS } from './words.ts'

/**
 * Returns the name of an entry for a button or title: its subject with the visit number, or with the
 * patient's number.
 */
export function entryName({ study_id, what, visit_no, pat_id }: LeakEntry): string {
  const name = what || (study_id === null ? '' : WORDS.noDescription)
  return [name, visit_no || pat_id].filter(Boolean).join(', ')
}
