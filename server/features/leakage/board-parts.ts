import type { LeakagePdfInput, LeakCount, LeakEntry } from '#contract/calls/leakage.ts'
import { LINE_WORDS } from '#domain/leakage/line-words.ts'
import { hasAmount, type LeakLine } from '#domain/leakage/lines.ts'
import { trendSteps } from '#domain/leakage/trend.ts'
import { comparedRange } from '#domain/time/compared-range.ts'
import { formatDay } from '#domain/time/formats.ts'
import { addDays } from '#domain/time/zones.ts'
import type { FiguresPart } from '#render/figures-paper.ts'
import { type FigureScope, findFigureScope } from '../sales/public/figure-scope.ts'
import { linesOf, type PaperColumn, tableOf } from '../sales-papers/public/columns.ts'
import { filterWords } from '../sales-papers/public/filter-words.ts'
import { cutPart } from '../sales-papers/public/paper-page.ts'
import type { SectionContext } from '../sales-papers/public/read-sections.ts'
import { COLUMN_WORDS as NAMES } from '../sales-papers/public/words.ts'
import { readBoard } from './board.ts'
import { selectLeaks } from './entries.ts'
import { LEAK_PAPER_WORDS as WORDS } from './paper-words.ts'

const { columns: COLUMNS } = WORDS
const CHART_HEIGHT = 130
/** Maximum number of printed entries per line; the board counts all, and the CSV of the line contains all. */
const ENTRIES_MAX = 500

/** Returns the board of a range as on the screen, with the open entries of each line. */
export async function boardParts(context: SectionContext, input: LeakagePdfInput): Promise<FiguresPart[]> {
  const { figures, texts, names } = context
  const { branch_id, from_date, to_date } = input
  const compared = comparedRange(from_date, to_date)
  const days = { branch_id, from_date: compared.from, to_date: compared.to }
  const scope = await findFigureScope(figures.tx, figures.caller, days)
  const counts = await readBoard(figures)
  const before = new Map((await readBoard({ ...figures, scope })).map((one) => [one.line, foundOf(one)]))
  const rows = counts.map((count): BoardRow => ({ ...count, before: before.get(count.line) ?? 0 }))
  const parts: FiguresPart[] = [
    { kind: 'section', title: WORDS.board, note: WORDS.note(filterWords({}, names)) },
    tableOf(boardColumns(compared.words), rows, undefined, texts),
    ...trendChart(counts, figures.scope),
  ]
  for (const count of counts) if (count.open > 0) parts.push(...(await entryParts(context, count)))
  return parts
}

type BoardRow = LeakCount & { before: number }

const foundOf = ({ open, explained }: LeakCount) => open + explained
const number = (value: number) => value.toLocaleString('en-US')

const boardColumns = (days: string): readonly PaperColumn<BoardRow, undefined>[] => [
  { label: COLUMNS.line, share: 32, text: ({ line }) => LINE_WORDS[line].title },
  { label: COLUMNS.open, share: 10, isNumber: true, text: ({ open }) => number(open) },
  {
    label: COLUMNS.amount,
    share: 16,
    isNumber: true,
    text: ({ amount }, { money }) => (amount === null ? '' : money(amount)),
  },
  {
    label: COLUMNS.unpriced,
    share: 13,
    isNumber: true,
    text: ({ line, unpriced }) => (hasAmount(line) ? number(unpriced) : ''),
  },
  { label: COLUMNS.explained, share: 11, isNumber: true, text: ({ explained }) => number(explained) },
  { label: COLUMNS.before(days), share: 18, isNumber: true, text: ({ before }) => number(before) },
]

/** Returns the chart of all lines together by step; a single step gives no trend. */
function trendChart(counts: readonly LeakCount[], { fromDay, toDay }: FigureScope): FiguresPart[] {
  const { unit, size, count } = trendSteps(fromDay, toDay)
  if (count < 2) return []
  const points = Array.from({ length: count }, (_, step) => ({
    // A step is labelled with its last day.
    label: formatDay(addDays(toDay, -size * (count - 1 - step))),
    values: [counts.reduce((sum, { trend }) => sum + (trend[step] ?? 0), 0)],
  }))
  return [
    {
      kind: 'chart',
      title: WORDS.chart(unit),
      height: CHART_HEIGHT,
      chart: { form: 'line', unit: { kind: 'count' }, series: [{ label: WORDS.found }], points },
    },
  ]
}

async function entryParts({ figures, texts }: SectionContext, count: LeakCount): Promise<FiguresPart[]> {
  const { line, open } = count
  const entries = await selectLeaks(
    figures,
    { line, state: 'Open' },
    { p: 1, ps: ENTRIES_MAX, order_by: 'date_asc' },
  )
  const [zone] = figures.scope.zones
  const totals = hasAmount(line) ? count : undefined
  return [
    { kind: 'section', title: WORDS.entries(LINE_WORDS[line].title), note: LINE_WORDS[line].hint },
    ...cutPart(entries.length, open, ENTRIES_MAX),
    tableOf(entryColumns(line, zone?.branchIds[0] ?? ''), entries, totals, texts),
  ]
}

type EntryColumn = PaperColumn<LeakEntry, LeakCount>

/** Columns of a line's entries; times of a study without a branch use the zone of `firstBranch`. */
function entryColumns(line: LeakLine, firstBranch: string): readonly EntryColumn[] {
  const words = LINE_WORDS[line]
  const columns: (EntryColumn | undefined)[] = [
    {
      label: words.at,
      share: 14,
      text: ({ at, branch_id }, { dateTime }) => dateTime(at, branch_id ?? firstBranch),
    },
    {
      label: NAMES.branch,
      share: 13,
      isShown: ({ hasBranches }) => hasBranches,
      text: ({ branch }) => branch,
    },
    line === 'unmatched_study'
      ? undefined
      : { label: NAMES.visit, share: 8, text: ({ visit_no }) => visit_no },
    { label: NAMES.patient, share: 17, text: ({ pat_name, pat_id }) => linesOf(pat_name, pat_id) },
    words.what === undefined ? undefined : { label: words.what, share: 20, text: ({ what }) => what },
    words.person === undefined ? undefined : { label: words.person, share: 12, text: ({ person }) => person },
    amountOf(words.expected, ({ expected }) => expected),
    amountOf(words.actual, ({ actual }) => actual),
    hasAmount(line)
      ? {
          ...amountOf(COLUMNS.amount, ({ amount }) => amount),
          total: ({ amount }, { money }) => money(amount ?? 0),
        }
      : undefined,
  ]
  return columns.filter((column) => column !== undefined)
}

function amountOf(label: string, of: (entry: LeakEntry) => number | null): EntryColumn
function amountOf(label: string | undefined, of: (entry: LeakEntry) => number | null): EntryColumn | undefined
function amountOf(label: string | undefined, of: (entry: LeakEntry) => number | null) {
  if (label === undefined) return undefined
  const column: EntryColumn = {
    label,
    share: 10,
    isNumber: true,
    text: (entry, { money }) => {
      const amount = of(entry)
      return amount === null ? '' : money(amount)
    },
  }
  return column
}
