import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { BookingRequest } from '#server/kernel/database/schema.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { bookingChanged, bookingScopes } from '../store.ts'

type FeedWriter = Pick<Write, 'tx' | 'changed'>

/** Inserts a request that came from outside of the desk, of a hospital or of a patient, and announces it. */
export async function insertRequest(
  { tx, changed }: FeedWriter,
  request: Insertable<BookingRequest> & { branch_id: string | null },
): Promise<void> {
  await tx.insertInto('booking_request').values(request).execute()
  const { id, branch_id } = request
  bookingChanged({ changed }, { id, rev: 1, branch_id })
}

/** Writes what a hospital changed of its request, with the next revision, and announces it in both branches. */
export async function changeOrdered(
  { tx, changed }: FeedWriter,
  { client_id, id, branch_id: before }: Pick<Selectable<BookingRequest>, 'client_id' | 'id' | 'branch_id'>,
  change: Updateable<BookingRequest>,
): Promise<void> {
  const { rev, branch_id } = await tx
    .updateTable('booking_request')
    .set({ ...change, rev: sql`rev + 1` })
    .where('client_id', '=', client_id)
    .where('id', '=', id)
    .returning(['rev', 'branch_id'])
    .executeTakeFirstOrThrow()
  const left = before === branch_id ? [] : bookingScopes({ branch_id: before })
  changed({ type: 'booking_request', id, rev, scopes: bookingScopes({ branch_id }), left })
}
