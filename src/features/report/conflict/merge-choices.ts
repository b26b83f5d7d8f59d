import { type ComparedRow, compareTexts } from '#domain/report/revision.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'
import { REPORT_PARTS, type ReportPart } from '../templates/insert-template.ts'

/** The choice of a person for one row of two conflicting texts. */
export type RowChoice = 'mine' | 'theirs' | 'both' | 'none'

/** One row of the side-by-side view, with its index among all rows of the report. */
export interface MergeRow {
  key: string
  part: ReportPart
  row: ComparedRow
}

export type Choices = Readonly<Record<string, RowChoice>>

/** Returns all rows of the three parts in reading order. */
export function rowsOfConflict(mine: SignedParts, theirs: SignedParts): MergeRow[] {
  return REPORT_PARTS.flatMap((part) =>
    compareTexts(mine[part], theirs[part]).map((row, index) => ({ key: `${part}:${index}`, part, row })),
  )
}

/** Returns the choices for a row; a row that is the same in both has none. */
export function choicesOf({ kind }: ComparedRow): readonly RowChoice[] {
  if (kind === 'same') return []
  return kind === 'changed' ? ['mine', 'theirs', 'both'] : [kind, 'none']
}

/**
 * Returns the choice for a row, or its default: a paragraph that only one text has is kept. Where both texts
 * have different paragraphs at the same place, there is no default.
 */
export function choiceOf({ key, row }: MergeRow, choices: Choices): RowChoice | undefined {
  if (row.kind === 'same') return 'mine'
  return choices[key] ?? (row.kind === 'changed' ? undefined : row.kind)
}

/** Returns the rows that the person must still decide. */
export function undecidedRows(rows: readonly MergeRow[], choices: Choices): MergeRow[] {
  return rows.filter((row) => choiceOf(row, choices) === undefined)
}

/** Chooses one side for every row that differs; leaves out paragraphs that this side does not have. */
export function allOf(side: 'mine' | 'theirs', rows: readonly MergeRow[]): Choices {
  const choice = ({ row }: MergeRow): RowChoice =>
    row.kind === 'changed' || row.kind === side ? side : 'none'
  return Object.fromEntries(
    rows.filter(({ row }) => row.kind !== 'same').map((row) => [row.key, choice(row)]),
  )
}

/** Returns the text that results from the choices; undecided rows keep both paragraphs, so that nothing is lost. */
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
