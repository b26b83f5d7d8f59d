import { type ComparedRow, compareTexts } from '#domain/report/revision.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'
import { REPORT_PARTS, type ReportPart } from '../templates/insert-template.ts'

/** What a person takes over from one row of two texts that disagree. */
export type RowChoice = 'mine' | 'theirs' | 'both' | 'none'

/** One row of the side-by-side view, with its place among all rows of the report. */
export interface MergeRow {
  key: string
  part: ReportPart
  row: ComparedRow
}

export type Choices = Readonly<Record<string, RowChoice>>

/** All rows of the three parts, in reading order. */
export function rowsOfConflict(mine: SignedParts, theirs: SignedParts): MergeRow[] {
  return REPORT_PARTS.flatMap((part) =>
    compareTexts(mine[part], theirs[part]).map((row, index) => ({ key: `${part}:${index}`, part, row })),
  )
}

/** What may be chosen for a row; a row that is the same in both asks nothing. */
export function choicesOf({ kind }: ComparedRow): readonly RowChoice[] {
  if (kind === 'same') return []
  return kind === 'changed' ? ['mine', 'theirs', 'both'] : [kind, 'none']
}

/**
 * The choice that stands before the person made one: a paragraph that only one text has is kept. Where both have
 * another paragraph at the same place nothing is decided for the person.
 */
export function choiceOf({ key, row }: MergeRow, choices: Choices): RowChoice | undefined {
  if (row.kind === 'same') return 'mine'
  return choices[key] ?? (row.kind === 'changed' ? undefined : row.kind)
}

/** Rows that the person must still decide. */
export function undecidedRows(rows: readonly MergeRow[], choices: Choices): MergeRow[] {
  return rows.filter((row) => choiceOf(row, choices) === undefined)
}

/** One side for every row that differs; paragraphs that this side does not have are left out. */
export function allOf(side: 'mine' | 'theirs', rows: readonly MergeRow[]): Choices {
  const choice = ({ row }: MergeRow): RowChoice =>
    row.kind === 'changed' || row.kind === side ? side : 'none'
  return Object.fromEntries(
    rows.filter(({ row }) => row.kind !== 'same').map((row) => [row.key, choice(row)]),
  )
}

/** The text that the choices make; rows nobody decided keep both paragraphs, so that nothing is lost. */
export function mergedText(rows: readonly MergeRow[], choices: Choices): SignedParts {
  const text: SignedParts = { report_data: '', conclusion: '', recommendation: '' }
  for (const row of rows) text[row.part] += paragraphsOf(row.row, choiceOf(row, choices) ?? 'both')
  return text
}

function paragraphsOf(row: ComparedRow, choice: RowChoice): string {
  const mine = 'mine' in row ? row.mine.html : ''
  const theirs = 'theirs' in row ? row.theirs.html : ''
  if (choice === 'both') return mine + theirs
  if (choice === 'none') return ''
  return choice === 'mine' ? mine : theirs
}
