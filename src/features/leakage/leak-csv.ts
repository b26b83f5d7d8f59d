import type { LeakEntry } from '#contract/calls/leakage.ts'
import { hasAmount, type LeakLine } from '#domain/leakage/lines.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import type { CsvShape } from '#src/parts/csv/use-csv-file.ts'
import type { CsvCell } from '#src/workers/table-csv.ts'
import { LEAKAGE_WORDS as WORDS } from './words.ts'

type Column = readonly [name: string | undefined, cell: (entry: LeakEntry) => CsvCell]

/**
 * Returns the columns of a line's file: those of the line, and the entry's state; `zone` is the time zone of
 * the times.
 */
export function leakShape(line: LeakLine, zone: string): CsvShape<LeakEntry> {
  const words = WORDS.lines[line]
  const { columns: names } = WORDS
  const time = (at: string) => formatDateTime(new Date(at), zone)
  const all: Column[] = [
    [words.at, ({ at }) => time(at)],
    [line === 'unmatched_study' ? undefined : names.visit, ({ visit_no }) => visit_no],
    [names.branch, ({ branch }) => branch],
    [names.patId, ({ pat_id }) => pat_id],
    [names.patient, ({ pat_name }) => pat_name],
    [words.what, ({ what }) => what],
    [words.person, ({ person }) => person],
    [words.expected, ({ expected }) => expected ?? ''],
    [words.actual, ({ actual }) => actual ?? ''],
    [hasAmount(line) ? names.amount : undefined, ({ amount }) => amount ?? ''],
    [names.state, ({ is_explained }) => WORDS.states[is_explained === 1 ? 'Explained' : 'Open']],
    [names.reason, ({ acts: [newest] }) => (newest?.reason ? WORDS.reasons[newest.reason] : '')],
    [names.note, ({ acts: [newest] }) => newest?.note ?? ''],
    [names.by, ({ acts: [newest] }) => newest?.by ?? ''],
    [names.on, ({ acts: [newest] }) => (newest ? time(newest.at) : '')],
  ]
  const columns = all.filter(([name]) => name !== undefined)
  return {
    head: columns.map(([name]) => name ?? ''),
    cellsOf: (entry) => columns.map(([, cell]) => cell(entry)),
  }
}
