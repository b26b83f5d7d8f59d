import type { Context } from '#server/kernel/context.ts'
import { takeNumber, takeNumbers } from '#server/kernel/number-series.ts'
import type { LockedVisit } from './write-store.ts'

/** DICOM's accession number takes no more (PS3.5, SH). */
const ACCESSION_MAX = 16

/** What stands in the place of a visit's number until its transaction gives it one. */
export const numberless = (visitId: string): string => visitId

/** The number of a new visit: taken last of all, so that the series is not held while a slot is waited for. */
export const nextVisitNo = (ctx: Context): Promise<string> => takeNumber(ctx.tx, ctx.caller.clientId, 'visit')

/** Gives an accession number to each examination of a visit that has none yet, in the order of its services. */
export async function giveAccessionNumbers({ tx, caller }: Context, visit: LockedVisit): Promise<void> {
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
  if (services.length === 0) return
  const numbers = await takeNumbers(tx, caller.clientId, 'accession', services.length)
  for (const [index, { id }] of services.entries())
    await tx
      .updateTable('visit_service')
      .set({ accession_no: (numbers[index] ?? '').slice(-ACCESSION_MAX) })
      .where('client_id', '=', caller.clientId)
      .where('id', '=', id)
      .execute()
}
