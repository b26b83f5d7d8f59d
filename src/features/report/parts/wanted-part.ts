import type { ReportPart } from '../templates/insert-template.ts'

/** A place of the report that is to take the cursor. */
export interface WantedPart {
  part: ReportPart
  /** An open field of the part that is selected, by its number; the last one by -1. */
  field?: number
  /** Words of the part that are selected: the first of `found` in the sentence. */
  words?: { sentence: string; found: readonly string[] }
  /** The report was just opened: nothing is scrolled, and a text that can only be read leaves the focus where it is. */
  isOpening?: boolean
}
