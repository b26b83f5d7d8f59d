import type { RestoreReport } from '#contract/calls/devices.ts'
import { callWords } from '#src/sync/outbox/look/call-words.ts'
import { RESTORE_WORDS as WORDS } from './restore-words.ts'

/** A table of a report: its name, column heads and lines. */
export interface RestoreTable {
  name: string
  heads: readonly string[]
  lines: readonly (readonly (string | number)[])[]
}

/** A restore report as text, for the page and for the terminal. */
export interface RestoreText {
  title: string
  /** True if a person has something to do. */
  isOpen: boolean
  sentences: string[]
  /** Contains only tables with lines. */
  tables: RestoreTable[]
}

/** Converts a report to text; `timeOf` formats a timestamp. */
export function restoreText(report: RestoreReport, timeOf: (at: string) => string): RestoreText {
  const { restored, backup, away, missing, missing_count, twice } = report
  const live = missing.filter(({ is_live }) => is_live === 1).length
  const sentences = [missing_count === 0 ? WORDS.allBack : WORDS.missing(missing_count)]
  if (live > 0) sentences.push(WORDS.live(live))
  if (missing_count > missing.length) sentences.push(WORDS.more(missing_count - missing.length))
  if (away.length > 0) sentences.push(WORDS.away(away.map((one) => `${one.user_name} (${one.device_name})`)))
  const tables = [backTable, missingTable, twiceTable, gapTable].map((table) => table(report, timeOf))
  return {
    title: WORDS.title(timeOf(restored), timeOf(backup)),
    isOpen: missing_count > 0 || twice.length > 0,
    sentences,
    tables: tables.filter(({ lines }) => lines.length > 0),
  }
}

type Tabulate = (report: RestoreReport, timeOf: (at: string) => string) => RestoreTable

const backTable: Tabulate = ({ devices }, timeOf) => ({
  name: WORDS.back,
  heads: [WORDS.person, WORDS.device, WORDS.at, WORDS.compared, WORDS.lacking, WORDS.returned],
  lines: devices.map((one) => [
    one.user_name,
    one.device_name,
    timeOf(one.at),
    one.compared,
    one.lacking,
    one.returned,
  ]),
})

const missingTable: Tabulate = ({ missing }, timeOf) => ({
  name: WORDS.notBack,
  heads: [WORDS.change, WORDS.person, WORDS.acknowledged, WORDS.record, WORDS.numbers, WORDS.why],
  lines: missing.map((one) => [
    changeOf(one),
    one.user_name,
    timeOf(one.acknowledged),
    [...new Set(one.acts.map(({ of }) => of))].filter(Boolean).join(', '),
    one.numbers.join(', '),
    whyOf(one),
  ]),
})

type Missing = RestoreReport['missing'][number]

// Calls that are never queued have no words of their own: the audit trail names what they did.
function changeOf({ call, is_live, acts }: Missing): string {
  const words = callWords(call)
  if (is_live === 0 || words !== call) return words
  const done = [...new Set(acts.map(({ action, type }) => `${action} ${type}`.replaceAll('_', ' ')))].join(
    ', ',
  )
  return done.charAt(0).toUpperCase() + done.slice(1)
}

function whyOf({ is_live, refusal }: Missing): string {
  if (is_live === 1) return WORDS.doAgain
  return refusal === '' ? WORDS.notCome : WORDS.refused
}

const twiceTable: Tabulate = ({ twice }, timeOf) => ({
  name: WORDS.twice,
  heads: [WORDS.onPaper, WORDS.change, WORDS.person, WORDS.printed, WORDS.nowCalled, WORDS.alsoOn],
  lines: twice.map((one) => [
    one.no,
    one.of === '' ? callWords(one.call) : WORDS.changeOf(callWords(one.call), one.of),
    one.user_name,
    timeOf(one.printed),
    one.now === '' ? WORDS.notBackYet : one.now,
    one.other ? WORDS.bearer(one.other.of, one.other.user_name, timeOf(one.other.printed)) : '',
  ]),
})

const gapTable: Tabulate = ({ gaps }) => ({
  name: WORDS.gaps,
  heads: [WORDS.series, WORDS.branch, WORDS.first, WORDS.last, WORDS.why],
  lines: gaps.map((one) => [
    WORDS.kinds[one.kind as keyof typeof WORDS.kinds] ?? one.kind,
    one.branch === '' ? WORDS.allBranches : one.branch,
    one.first,
    one.last,
    one.is_raised === 1 ? WORDS.raised : WORDS.leftOut,
  ]),
})
