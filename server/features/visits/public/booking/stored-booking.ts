import type { Selectable } from 'kysely'
import { isLiveService, type ServiceStatus, type ServiceType } from '#domain/status/service-status.ts'
import type { VisitMachine, VisitService } from '#server/kernel/database/schema.ts'
import type { LockedVisit, VisitWriteContext } from '../write-store.ts'

export type StoredSlot = Selectable<VisitMachine>
export type StoredService = Selectable<VisitService> & { status: ServiceStatus; type: ServiceType }

/** A locked visit as stored, with its slots and services. */
export interface StoredBooking {
  visit: LockedVisit
  slots: readonly StoredSlot[]
  services: readonly StoredService[]
}

/** Reads the slots and services of a locked visit. */
export async function readStoredBooking(
  { tx }: VisitWriteContext,
  visit: LockedVisit,
): Promise<StoredBooking> {
  const slots = await tx
    .selectFrom('visit_machine')
    .selectAll()
    .where('client_id', '=', visit.client_id)
    .where('visit_id', '=', visit.id)
    .orderBy('id')
    .execute()
  const services = await tx
    .selectFrom('visit_service')
    .selectAll()
    .where('client_id', '=', visit.client_id)
    .where('visit_id', '=', visit.id)
    .orderBy('place')
    .orderBy('id')
    .execute()
  return { visit, slots, services: services as StoredService[] }
}

/** Returns the services that count for totals, invoice and slots. */
export const liveServices = ({ services }: StoredBooking): readonly StoredService[] =>
  services.filter(({ status }) => isLiveService(status))
