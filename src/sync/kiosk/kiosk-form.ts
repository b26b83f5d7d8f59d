import type { ConsentDetail } from '#contract/calls/consents.ts'
import type { ConsentAnswers, QuestionAnswer } from '#domain/consent/answers.ts'
import type { Stroke } from '#domain/consent/real-signature.ts'
import type { Databases } from '#src/db/open-databases.ts'

/** The data for filling in a form: the form, its patient, and what was saved before. */
export type FormToFill = Pick<ConsentDetail, 'form' | 'patient' | 'centre' | 'saved' | 'language'> & {
  /** There is a consent whose answers are not here (a tablet that is offline): it must not be signed again. */
  hasEarlier?: boolean
  /** For Form F: the doctors who may sign it, and answers that are already known. */
  doctors?: readonly string[]
  filledAhead?: Readonly<Record<string, QuestionAnswer>>
}

/** A patient's answers so far. */
export interface ConsentDraft {
  /** The id of the future record, created when the form opened: sent twice, it is one record. */
  id: string
  answers: ConsentAnswers
  strokes: readonly Stroke[]
}

/** A form handed to a patient while the vault is locked. */
export interface KioskForm {
  visitId: string
  patientId: string
  detail: FormToFill
  draft: ConsentDraft
  /** Its label in the queue. */
  label: string
  /** Commands about the visit that must have taken effect before it. */
  depends: readonly string[]
}

/** Its row is among the small facts of the user's vault, which are never cleared. Only one form per device is out. */
export const KIOSK_FORM_ID = 'handed-form'

/** Stores the form as filled so far, sealed with the key of `databases`. */
export async function keepKioskForm(
  { preferences, work }: Pick<Databases, 'preferences' | 'work'>,
  form: KioskForm,
): Promise<void> {
  await work.session.put(await preferences.seal({ id: KIOSK_FORM_ID, rev: 0, body: { value: form } }))
}

/** Returns the form that was handed over and neither sent nor discarded; undefined if there is none. */
export async function findKioskForm({
  preferences,
}: Pick<Databases, 'preferences'>): Promise<KioskForm | undefined> {
  return (await preferences.find(KIOSK_FORM_ID))?.body.value as KioskForm | undefined
}

/** Deletes the form after it was sent or discarded. */
export async function deleteKioskForm({ work }: Pick<Databases, 'work'>): Promise<void> {
  await work.session.delete(KIOSK_FORM_ID)
}
