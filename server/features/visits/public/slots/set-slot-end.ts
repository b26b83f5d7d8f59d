import type { VisitWriteContext } from '../write-store.ts'

/** Writes the end of one slot of a visit. Devices learn of it by the visit's revision, which the caller must increment. */
export async function setSlotEnd(
  { tx }: Pick<VisitWriteContext, 'tx'>,
  visit: { client_id: string },
  id: string,
  end: Date,
): Promise<void> {
  await tx
    .updateTable('visit_machine')
    .set({ end_dt: end })
    .where('client_id', '=', visit.client_id)
    .where('id', '=', id)
    .execute()
}
