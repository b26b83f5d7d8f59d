import { LEAK_STATES, type LeakState } from '#contract/calls/leakage.ts'
import { SALES_PAGE_SIZE, SALES_PAGE_SIZES } from '#contract/calls/sales-filters.ts'
import { LEAK_LINES, type LeakLine } from '#domain/leakage/lines.ts'
import { addDays, type DayText, findDay } from '#domain/time/zones.ts'

/** Where and when the board looks. */
export interface LeakSpan {
  /** Absent: all branches of the reader. */
  branchId: string | undefined
  from: DayText
  to: DayText
}

/** What the address says; without a line the board is meant. */
export interface LeakPlace extends LeakSpan {
  line: LeakLine | undefined
  state: LeakState
  page: number
  pageSize: (typeof SALES_PAGE_SIZES)[number]
}

/** Days before today that the board begins with. */
const USUAL_DAYS = 29

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text)

/** Reads an address; the last 30 days stand where it names none. */
export function readLeakPlace(params: URLSearchParams, today: DayText): LeakPlace {
  const dayOf = (name: string) => {
    const text = params.get(name)
    return text !== null && findDay(text) ? text : undefined
  }
  const [from, to] = [dayOf('from_date'), dayOf('to_date')]
  const page = Number(params.get('p'))
  const size = Number(params.get('ps'))
  return {
    branchId: params.get('branch_id') ?? undefined,
    from: from ?? to ?? addDays(today, -USUAL_DAYS),
    to: to ?? from ?? today,
    line: oneOf(LEAK_LINES, params.get('line')),
    state: oneOf(LEAK_STATES, params.get('state')) ?? 'Open',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: SALES_PAGE_SIZES.find((one) => one === size) ?? SALES_PAGE_SIZE,
  }
}

/** The query with fields changed; an empty value removes one. Every change but of the page goes back to page 1. */
export function changeLeakParams(
  params: URLSearchParams,
  change: Readonly<Record<string, string>>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  if (!('p' in change)) next.delete('p')
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** The address of a line over the same branch and days. */
export function lineLink({ branchId, from, to }: LeakSpan, line: LeakLine, state?: LeakState): string {
  const params = new URLSearchParams({ line, from_date: from, to_date: to })
  if (branchId !== undefined) params.set('branch_id', branchId)
  if (state !== undefined) params.set('state', state)
  return `/leakage?${params}`
}

/** Branch and days as the calls take them. */
export const rangeOf = ({ branchId, from, to }: LeakSpan) => ({
  ...(branchId === undefined ? {} : { branch_id: branchId }),
  from_date: from,
  to_date: to,
})
