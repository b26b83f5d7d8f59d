import type { ReportPart } from '../templates/insert-template.ts'

/** A place in the report that should take the cursor. */
export interface WantedPart {
  part: ReportPart
  /** The index of an open field of the part to select; -1 is the last. */
  field?: number
  /** The words of the part to select: the first of `found` in the sentence. */
  words?: { sentence: string; found: readonly string[] }
  /** Whether the report was just opened: then nothing scrolls, and a read-only text does not take the focus. */
  isOpening?: boolean
}
