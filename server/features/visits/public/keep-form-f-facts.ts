import type { Selectable } from 'kysely'
import { SCAN_COMPLETED, SCAN_IN_PROGRESS } from '#domain/status/service-status.ts'
import type { VisitService } from '#server/kernel/database/schema.ts'
import type { LockedVisit, VisitWriteContext } from './write-store.ts'

/** The states of a scan that has begun. */
export const BEGUN: readonly number[] = [SCAN_IN_PROGRESS, SCAN_COMPLETED]

type FormFFacts = Pick<
  Selectable<VisitService>,
  'pndt_obstetric' | 'pndt_invasive' | 'pndt_machine_id' | 'pndt_machine_no'
>

/**
 * Keeps with a service what the register of Form F shows of it, until its scan begins. These columns are not on
 * devices, so nothing is announced.
 */
export async function keepFormFFacts(
  { tx }: Pick<VisitWriteContext, 'tx'>,
  { client_id }: Pick<LockedVisit, 'client_id'>,
  id: string,
  facts: FormFFacts,
): Promise<void> {
  await tx
    .updateTable('visit_service')
    .set(facts)
    .where('client_id', '=', client_id)
    .where('id', '=', id)
    .where((is) => is.or([is('pndt_obstetric', 'is', null), is('status', 'not in', BEGUN)]))
    .execute()
}
