import { diffArrays, diffWordsWithSpace } from 'diff'
import { type Paragraph, paragraphsOf } from '#domain/report/paragraphs.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'
import { REPORT_PARTS, type ReportPart } from '../templates/insert-template.ts'

/** A run of characters that is in both texts, or only in one. */
export interface WordRun {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** The change of a paragraph from the older to the newer text. */
export type DifferenceRow =
  | { kind: 'same' | 'added' | 'removed'; paragraph: Paragraph }
  /** Its words changed. */
  | { kind: 'changed'; words: WordRun[] }
  /** Its words are the same, but its formatting changed. */
  | { kind: 'look'; paragraph: Paragraph }

/** The rows of one of the three texts. */
export interface PartDifference {
  part: ReportPart
  rows: DifferenceRow[]
}

/** Paragraphs with more changed words than this are shown as one removed and one added. */
const MAX_WORD_EDITS = 1_000

/**
 * Compares two versions of a report by paragraph, and changed paragraphs by word; leaves out parts that are
 * empty in both.
 */
export function differenceOf(older: SignedParts, newer: SignedParts): PartDifference[] {
  return REPORT_PARTS.map((part) => ({ part, rows: rowsOf(older[part], newer[part]) })).filter(
    ({ rows }) => rows.length > 0,
  )
}

/** Returns true if nothing differs. */
export function isSameThroughout(parts: readonly PartDifference[]): boolean {
  return parts.every(({ rows }) => rows.every(({ kind }) => kind === 'same'))
}

function rowsOf(older: string, newer: string): DifferenceRow[] {
  const runs = diffArrays(paragraphsOf(older), paragraphsOf(newer), {
    comparator: (a, b) => a.html === b.html,
  })
  const rows: DifferenceRow[] = []
  let removed: Paragraph[] = []
  const flush = () => {
    rows.push(...removed.map((paragraph): DifferenceRow => ({ kind: 'removed', paragraph })))
    removed = []
  }
  for (const run of runs) {
    if (run.removed) removed = [...removed, ...run.value]
    else if (run.added) {
      rows.push(...pairUp(removed, run.value))
      removed = []
    } else {
      flush()
      rows.push(...run.value.map((paragraph): DifferenceRow => ({ kind: 'same', paragraph })))
    }
  }
  flush()
  return rows
}

/** Pairs replaced paragraphs in order; the remaining ones count as removed or added. */
function pairUp(removed: readonly Paragraph[], added: readonly Paragraph[]): DifferenceRow[] {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, i) => {
    const [before, after] = [removed[i], added[i]]
    if (before && after) return changeOf(before, after)
    return before ? oneRow('removed', before) : after ? oneRow('added', after) : []
  }).flat()
}

const oneRow = (kind: 'added' | 'removed', paragraph: Paragraph): DifferenceRow[] => [{ kind, paragraph }]

function changeOf(before: Paragraph, after: Paragraph): DifferenceRow[] {
  if (before.text === after.text) return [{ kind: 'look', paragraph: after }]
  const runs = diffWordsWithSpace(before.text, after.text, { maxEditLength: MAX_WORD_EDITS })
  // Nothing of the old words remains, or there are too many changes: two paragraphs are easier to read.
  if (!runs?.some(({ added, removed, value }) => !added && !removed && value.trim() !== '')) {
    return [...oneRow('removed', before), ...oneRow('added', after)]
  }
  return [{ kind: 'changed', words: runs.map(wordRun) }]
}

const wordRun = ({
  added,
  removed,
  value,
}: {
  added: boolean
  removed: boolean
  value: string
}): WordRun => ({
  kind: added ? 'added' : removed ? 'removed' : 'same',
  text: value,
})
