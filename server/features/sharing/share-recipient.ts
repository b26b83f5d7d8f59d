import type { ShareRecipient } from '#contract/calls/sharing.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { Context } from '#server/kernel/context.ts'
import { textsForPatient } from '../messages/public/share-texts.ts'
import { findPatient } from '../patients/public/find-patient.ts'

const NOBODY: ShareRecipient = { email: '', mobile: '', phone_code: '' }

/**
 * Returns the contact data of the patient that a study is linked to, and the share texts in the patient's language;
 * records the read access.
 */
export async function shareRecipient(
  ctx: Context,
  { patient_id: id, study_id }: Pick<StudyRow, 'patient_id' | 'study_id'>,
): Promise<ShareRecipient> {
  const patient = id === null ? undefined : await findPatient(ctx.tx, ctx.caller.clientId, { id })
  const texts = await textsForPatient(ctx.tx, ctx.caller.clientId, study_id)
  if (!patient) return { ...NOBODY, ...texts }
  await ctx.audit('read', 'patient', patient.id)
  const { email, mobile, phone_code } = patient
  return { email, mobile, phone_code, ...texts }
}
