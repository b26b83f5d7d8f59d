import { LEAK_STATES, type LeakState } from '#contract/calls/leakage.ts'
import { LEAK_LINES, type LeakLine } from '#domain/leakage/lines.ts'
import { addDays, type DayText } from '#domain/time/zones.ts'
import { type Paging, readPaging, readSpan, type Span } from '#src/parts/figures/read-span.ts'

/** The place that the address describes; without a line it is the board. */
export interface LeakParams extends Span, Paging {
  line: LeakLine | undefined
  state: LeakState
}

/** The number of days before today that the board starts with. */
const USUAL_DAYS = 29

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text)

/** Reads an address; defaults to the last 30 days. */
export function readLeakParams(params: URLSearchParams, today: DayText): LeakParams {
  return {
    ...readSpan(params, { from: addDays(today, -USUAL_DAYS), to: today }),
    ...readPaging(params),
    line: oneOf(LEAK_LINES, params.get('line')),
    state: oneOf(LEAK_STATES, params.get('state')) ?? 'Open',
  }
}

/** Returns the address of a line over the same branch and days. */
export function lineLink({ branchId, from, to }: Span, line: LeakLine, state?: LeakState): string {
  const params = new URLSearchParams({ line, from_date: from, to_date: to })
  if (branchId !== undefined) params.set('branch_id', branchId)
  if (state !== undefined) params.set('state', state)
  return `/leakage?${params}`
}
