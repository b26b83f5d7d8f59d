import type { BookingRow, bookingCalls } from '#contract/calls/bookings.ts'
import type { InputOf } from '#contract/kernel/define-call.ts'
import { holdsWords } from '#domain/match/search-words.ts'

export type BookingsInput = InputOf<typeof bookingCalls.requests>

/** A page of requests, from either source. */
export interface BookingsPage {
  rows: readonly BookingRow[]
  page: { start: number; total: number; total_records: number; cur_page: number }
}

/** Builds the page that the server's list would return from this device's copies. */
export function pickBookings(copies: readonly BookingRow[], input: BookingsInput): BookingsPage {
  const { sort_by = 'date_desc' } = input
  const [size, current] = [Number(input.ps ?? 25), Number(input.p ?? 1)]
  const fits = fitsOf(input)
  const found = copies.filter(fits).toSorted(ORDERS[sort_by])
  const start = (current - 1) * size
  const rows = found.slice(start, start + size)
  return {
    rows,
    page: { start, total: rows.length, total_records: found.length, cur_page: current },
  }
}

/** The time of the examination, or the requested time; otherwise the time of the request. */
const wantedAt = ({ visit_start_dt, start_date, created }: BookingRow) =>
  Date.parse(visit_start_dt ?? start_date ?? created)

const byDate = (a: BookingRow, b: BookingRow) => wantedAt(a) - wantedAt(b) || a.id.localeCompare(b.id)
const isTagged = ({ tag_id }: BookingRow) => Number(tag_id !== null)

const ORDERS = {
  date_asc: byDate,
  date_desc: (a, b) => byDate(b, a),
  tag_top: (a, b) => isTagged(b) - isTagged(a) || byDate(b, a),
} as const satisfies Record<NonNullable<BookingsInput['sort_by']>, (a: BookingRow, b: BookingRow) => number>

function fitsOf(input: BookingsInput) {
  const tags = input.tag_ids ? input.tag_ids.split(',') : []
  return (row: BookingRow) =>
    row.status === input.status &&
    (input.branch_id === undefined || row.branch_id === input.branch_id) &&
    (input.visit_status === undefined || row.visit_status === input.visit_status) &&
    (tags.length === 0 || tags.includes(row.tag_id ?? '')) &&
    holdsWords([row.pat_id, row.pat_first_name, row.pat_last_name], input.k)
}
