import { sql } from 'kysely'
import { SCAN_CANCELLED } from '#domain/status/service-status.ts'
import type { LockedVisit, VisitWriteContext } from '../write-store.ts'

/** Cancels every service of a visit and frees its places. */
export async function freeAll({ tx }: VisitWriteContext, visit: LockedVisit): Promise<void> {
  await tx
    .updateTable('visit_service')
    .set({ status: SCAN_CANCELLED, is_bring_next: false, rev: sql`rev + 1` })
    .where('client_id', '=', visit.client_id)
    .where('visit_id', '=', visit.id)
    .where('status', '<>', SCAN_CANCELLED)
    .execute()
  await tx
    .updateTable('visit_machine')
    .set({ blocks: false })
    .where('client_id', '=', visit.client_id)
    .where('visit_id', '=', visit.id)
    .execute()
}
