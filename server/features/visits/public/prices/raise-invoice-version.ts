import { sql } from 'kysely'
import type { Context } from '#server/kernel/context.ts'
import type { LockedVisit } from '../write-store.ts'

/** Begins the next version of a visit's invoice. The caller must write the visit next, which announces it. */
export async function raiseInvoiceVersion(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  visit: Pick<LockedVisit, 'id'>,
): Promise<void> {
  await sql`update visit set invoice_version = invoice_version + 1
    where client_id = ${caller.clientId} and id = ${visit.id}`.execute(tx)
}
