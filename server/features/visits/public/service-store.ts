import { sql, type Updateable } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { ServiceStatus, ServiceType } from '#domain/status/service-status.ts'
import type { VisitService } from '#server/kernel/database/schema.ts'
import type { StoredService } from './booking/stored-booking.ts'
import type { LockedVisit, VisitWriteContext } from './write-store.ts'

/** The columns that name a visit. */
type VisitKey = Pick<LockedVisit, 'client_id' | 'id'>

/** Returns a service of a locked visit. Throws if it belongs to another visit. */
export async function getService(
  { tx }: Pick<VisitWriteContext, 'tx'>,
  visit: LockedVisit,
  id: string,
): Promise<StoredService> {
  const service = await tx
    .selectFrom('visit_service')
    .selectAll()
    .where('client_id', '=', visit.client_id)
    .where('visit_id', '=', visit.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!service) throw new Refusal('not_found')
  return { ...service, status: service.status as ServiceStatus, type: service.type as ServiceType }
}

/**
 * Writes a service of a locked visit. Devices learn of the change by the visit's revision, which the caller must
 * increment.
 */
export async function updateService(
  { tx }: Pick<VisitWriteContext, 'tx'>,
  visit: VisitKey,
  id: string,
  change: Updateable<VisitService>,
): Promise<void> {
  await tx
    .updateTable('visit_service')
    .set({ ...change, rev: sql`rev + 1` })
    .where('client_id', '=', visit.client_id)
    .where('visit_id', '=', visit.id)
    .where('id', '=', id)
    .execute()
}
