import { sql } from 'kysely'
import type { BookingRow, bookingCalls } from '#contract/calls/bookings.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { equalsAny } from '#server/kernel/database/equals-any.ts'
import { searchConditions } from '#server/kernel/database/search-conditions.ts'
import { selectBookingRows } from './public/booking-row.ts'
import { visibleBookings } from './store.ts'

type ListInput = ParsedInputOf<typeof bookingCalls.requests>

/** When the examination is or was requested for; otherwise when the request arrived. */
const wantedAt = sql<Date>`coalesce(v.start_dt, r.start_date, r.created)`
const isTagged = sql<boolean>`coalesce(v.tag_id, r.tag_id) is not null`

const ORDERS = {
  date_asc: sql`${wantedAt} asc, r.id`,
  date_desc: sql`${wantedAt} desc, r.id desc`,
  tag_top: sql`${isTagged} desc, ${wantedAt} desc, r.id desc`,
} as const satisfies Record<ListInput['sort_by'], unknown>

/** Returns a page of the requests of one tab, and the number of matches. */
export async function selectBookings(
  tx: Tx,
  caller: Caller,
  input: ListInput,
): Promise<{ rows: BookingRow[]; matching: number }> {
  const requests = matching(tx, caller, input)
  const page = await requests
    .select('r.id')
    .orderBy(ORDERS[input.sort_by])
    .limit(input.ps)
    .offset((input.p - 1) * input.ps)
    .execute()
  const { n } = await tx
    .selectFrom(requests.select(sql`1`.as('one')).limit(COUNT_CAP).as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const rows = await selectBookingRows(
    tx,
    page.map(({ id }) => id),
  )
  return { rows, matching: n }
}

function matching(tx: Tx, caller: Caller, input: ListInput) {
  const { branch_id, visit_status } = input
  let query = tx
    .selectFrom('booking_request as r')
    .leftJoin('visit as v', (on) =>
      on.onRef('v.client_id', '=', 'r.client_id').onRef('v.id', '=', 'r.visit_id'),
    )
    .where(visibleBookings(caller))
    .where('r.hidden', 'is', null)
    .where('r.status', '=', input.status)
  if (branch_id !== undefined) query = query.where('r.branch_id', '=', branch_id)
  if (visit_status !== undefined) query = query.where('v.status', '=', visit_status)
  const tags = input.tag_ids ? input.tag_ids.split(',') : []
  if (tags.length > 0) query = query.where(equalsAny(sql<string | null>`coalesce(v.tag_id, r.tag_id)`, tags))
  for (const condition of searchConditions(SEARCHED, input.k)) query = query.where(condition)
  return query
}

/** Searches the patient id (the request's own, and that of the named patient) and the name. */
const SEARCHED = [
  sql`r.pat_id`,
  sql`r.pat_first_name`,
  sql`r.pat_last_name`,
  sql`(select p.pat_id from patient p where p.client_id = r.client_id and p.id = r.patient_id)`,
]
