import { sql } from 'kysely'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { keepChoices } from '../keep-choices.ts'
import { patientChanged } from './announce.ts'

/** Keeps that a patient wrote by WhatsApp first, which is a yes to answers there, and announces the patient. */
export async function noteWroteFirst(work: Write, clientId: string, patientId: string): Promise<void> {
  const { tx, now } = work
  const saying = { tx, clientId, patientId, userId: null, now, how: 'Patient_Wrote_First' } as const
  const noted = await keepChoices(saying, { tell_whatsapp: 'Yes' })
  const after = await tx
    .updateTable('patient')
    .set({
      tell_whatsapp: 'Yes',
      tell_noted: sql<string>`tell_noted || ${noted}::jsonb`,
      touched: now,
      rev: sql`rev + 1`,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', patientId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await patientChanged(work, after)
}
