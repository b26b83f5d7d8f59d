import { sql } from 'kysely'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { Context } from '#server/kernel/context.ts'
import { takeNumber, takeNumbers } from '#server/kernel/number-series.ts'
import type { LockedVisit } from '../write-store.ts'

/** The maximum length of a DICOM accession number (PS3.5, SH). */
const ACCESSION_MAX = 16

/** The placeholder of a visit's number until the transaction assigns one. */
export const numberless = (visitId: string): string => visitId

/**
 * Assigns a number to a new visit and accession numbers to its examinations without one; returns the row with them.
 * Must be the last step of a booking: other bookings wait for the locked series until this transaction ends.
 */
export async function giveNumbers(
  ctx: Context,
  visit: LockedVisit,
  row: VisitRow,
  isNew: boolean,
): Promise<VisitRow> {
  const accessions = await giveAccessionNumbers(ctx, visit)
  const visit_no = isNew ? await giveVisitNo(ctx, visit) : row.visit_no
  return {
    ...row,
    visit_no,
    services: row.services.map((service) => ({
      ...service,
      accession_no: accessions.get(service.id) ?? service.accession_no,
    })),
  }
}

/** Assigns a number to a visit. */
export async function giveVisitNo({ tx, caller }: Context, visit: LockedVisit): Promise<string> {
  const visit_no = await takeNumber(tx, caller.clientId, 'visit')
  await tx
    .updateTable('visit')
    .set({ visit_no })
    .where('client_id', '=', caller.clientId)
    .where('id', '=', visit.id)
    .execute()
  return visit_no
}

async function giveAccessionNumbers(
  { tx, caller }: Context,
  visit: LockedVisit,
): Promise<ReadonlyMap<string, string>> {
  const services = await tx
    .selectFrom('visit_service')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .where('visit_id', '=', visit.id)
    .where('accession_no', '=', '')
    .where((eb) => (visit.is_radiology ? eb('type', '=', 'Exam_Service') : eb('islaboratory', '=', true)))
    .orderBy('place')
    .orderBy('id')
    .execute()
  if (services.length === 0) return new Map()
  const ids = services.map(({ id }) => id)
  const taken = await takeNumbers(tx, caller.clientId, 'accession', ids.length)
  const numbers = taken.map((number) => number.slice(-ACCESSION_MAX))
  await sql`update visit_service s set accession_no = n.number
    from unnest(${ids}::uuid[], ${numbers}::text[]) as n (id, number)
    where s.client_id = ${caller.clientId} and s.id = n.id`.execute(tx)
  return new Map(ids.map((id, index) => [id, numbers[index] ?? '']))
}
