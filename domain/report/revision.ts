import { isSigned, type ReportStatus, type SaveStatus } from '../status/report-status.ts'
import { canRevise, type ReportEditType } from './edit-type.ts'
import { type Paragraph, paragraphsOf } from './paragraphs.ts'
import type { SignedParts } from './signed-content.ts'

/**
 * Whether a save based on `baseRev` may replace the report at `currentRev`; undefined means that there is no such
 * report: the save creates it (docs/sync.md: id present and base absent = create). Everything else is a conflict: both
 * texts are kept and a person merges them.
 */
export function canSaveOn(baseRev: number | undefined, currentRev: number | undefined): boolean {
  return baseRev === currentRev
}

/** The outcome of a save: stored, shown side by side, or sent back because the text is signed. */
export type SaveVerdict = 'stored' | 'unchanged' | 'conflict' | 'signed'

/** The stored report when a save arrives. */
export interface StandingReport extends SignedParts {
  rev: number
  status: ReportStatus
}

const PARTS = [
  'report_data',
  'conclusion',
  'recommendation',
] as const satisfies readonly (keyof SignedParts)[]

/** True if all three texts are identical, letter by letter. */
export function hasSameText(a: SignedParts, b: SignedParts): boolean {
  return PARTS.every((part) => a[part] === b[part])
}

/**
 * The verdict on a save (docs/reports.md). A signed text is never overwritten: if the client's rule allows revisions of
 * signed text, another signature on exactly the current revision adds a new one beside it. On an older revision, an
 * identical text is no conflict: the same words arrived twice. An autosave that changes no word is `unchanged`; it
 * writes at most a new name of the report.
 */
export function verdictOnSave(
  save: SignedParts & { status: SaveStatus; baseRev: number | undefined },
  standing: StandingReport | undefined,
  editType: ReportEditType = 'Addendum',
): SaveVerdict {
  if (standing && isSigned(standing.status)) {
    const isRevision = canRevise(editType, standing.status, save.status) && save.baseRev === standing.rev
    return isRevision && !hasSameText(save, standing) ? 'stored' : 'signed'
  }
  const isSame = standing !== undefined && hasSameText(save, standing)
  if (!canSaveOn(save.baseRev, standing?.rev) && !isSame) return 'conflict'
  return isSame && save.status === 'Auto' ? 'unchanged' : 'stored'
}

/** One row of the side-by-side view. */
export type ComparedRow =
  | { kind: 'same'; mine: Paragraph; theirs: Paragraph }
  | { kind: 'changed'; mine: Paragraph; theirs: Paragraph }
  | { kind: 'mine'; mine: Paragraph }
  | { kind: 'theirs'; theirs: Paragraph }

/** Above this many paragraph pairs the comparison would be noticeably slow; the middle is then shown as changed. */
const MAX_PAIRS = 4_000_000

/**
 * Compares two texts by paragraph for the conflict view. Every paragraph of both is in exactly one row, in order,
 * so a person who reads all rows has seen both texts whole. Paragraphs that replace each other share a row.
 */
export function compareTexts(mine: string, theirs: string): ComparedRow[] {
  const [a, b] = [paragraphsOf(mine), paragraphsOf(theirs)]
  const isSame = (i: number, j: number) => a[i]?.html === b[j]?.html
  let head = 0
  while (head < a.length && head < b.length && isSame(head, head)) head += 1
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && isSame(a.length - 1 - tail, b.length - 1 - tail))
    tail += 1
  return [
    ...sameRows(a.slice(0, head), b.slice(0, head)),
    ...compareMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...sameRows(a.slice(a.length - tail), b.slice(b.length - tail)),
  ]
}

const sameRows = (a: Paragraph[], b: Paragraph[]): ComparedRow[] =>
  a.map((mine, i) => ({ kind: 'same', mine, theirs: b[i] ?? mine }))

/** Compares the part between the common beginning and end, by longest common subsequence. */
function compareMiddle(a: Paragraph[], b: Paragraph[]): ComparedRow[] {
  if (a.length * b.length > MAX_PAIRS) return pairUp(a, b)
  const lengths = commonLengths(a, b)
  const rows: ComparedRow[] = []
  let [i, j] = [0, 0]
  let [fromA, fromB] = [0, 0]
  const flush = () => rows.push(...pairUp(a.slice(fromA, i), b.slice(fromB, j)))
  while (i < a.length && j < b.length) {
    const [mine, theirs] = [a[i], b[j]]
    if (mine && theirs && mine.html === theirs.html) {
      flush()
      rows.push({ kind: 'same', mine, theirs })
      i += 1
      j += 1
      ;[fromA, fromB] = [i, j]
    } else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) i += 1
    else j += 1
  }
  i = a.length
  j = b.length
  flush()
  return rows
}

/** `lengths[i][j]`: number of paragraphs that a from i and b from j have in common, in order. */
function commonLengths(a: Paragraph[], b: Paragraph[]): Uint16Array[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const [row, below] = [lengths[i]!, lengths[i + 1]!]
    for (let j = b.length - 1; j >= 0; j -= 1)
      row[j] = a[i]?.html === b[j]?.html ? below[j + 1]! + 1 : Math.max(below[j]!, row[j + 1]!)
  }
  return lengths
}

/** Paragraphs between two common ones: those at the same index share a row, the rest get their own. */
function pairUp(a: Paragraph[], b: Paragraph[]): ComparedRow[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i): ComparedRow => {
    const [mine, theirs] = [a[i], b[i]]
    if (mine && theirs) return { kind: 'changed', mine, theirs }
    return mine ? { kind: 'mine', mine } : { kind: 'theirs', theirs: theirs! }
  })
}
