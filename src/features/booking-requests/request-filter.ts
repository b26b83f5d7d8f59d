import { BOOKING_PAGE_SIZE, BOOKING_SORTS } from '#contract/calls/bookings.ts'
import { EntityId, IdList } from '#contract/kernel/fields.ts'
import { BOOKING_STATUSES, type BookingStatus } from '#domain/status/booking-status.ts'
import { VISIT_STATUSES } from '#domain/status/visit-status.ts'
import type { BookingsInput } from '#src/sync/bookings/pick-bookings.ts'
import { PAGE_SIZES } from '#src/ui/list/page-sizes.ts'

/** Typed text may name a patient, so it must not appear in an address. */
export const TYPED_KEYS = ['k'] as const

export type RequestKey = 'status' | 'branch_id' | 'tag_ids' | 'visit_status' | 'sort_by' | 'k' | 'p' | 'ps'

/** Reads the request filter from an address; ignores values that do not match the contract. */
export function readRequestFilter(params: URLSearchParams): BookingsInput & { status: BookingStatus } {
  const text = (key: RequestKey) => params.get(key)?.trim() ?? ''
  const branch = EntityId.safeParse(text('branch_id'))
  const tags = IdList.safeParse(text('tag_ids'))
  const visit = VISIT_STATUSES.find((one) => String(one) === text('visit_status'))
  const page = Number(text('p'))
  return {
    status: BOOKING_STATUSES.find((one) => one === text('status')) ?? BOOKING_STATUSES[0],
    sort_by: BOOKING_SORTS.find((one) => one === text('sort_by')) ?? 'date_desc',
    p: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    ps: PAGE_SIZES.find((one) => one === Number(text('ps'))) ?? BOOKING_PAGE_SIZE,
    ...(branch.success && { branch_id: branch.data }),
    ...(tags.success && tags.data !== '' && { tag_ids: tags.data }),
    ...(visit !== undefined && { visit_status: visit }),
    ...(text('k') !== '' && { k: text('k').slice(0, 100) }),
  }
}
