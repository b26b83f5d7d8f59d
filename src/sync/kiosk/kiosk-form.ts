import type { ConsentDetail } from '#contract/calls/consents.ts'
import type { ConsentAnswers, QuestionAnswer } from '#domain/consent/answers.ts'
import type { Stroke } from '#domain/consent/real-signature.ts'
import type { Databases } from '#src/db/open-databases.ts'

/** What a form is filled from: the form, whose it is, and what was saved before. */
export type FormToFill = Pick<ConsentDetail, 'form' | 'patient' | 'centre' | 'saved'> & {
  /** A consent stands whose answers are not here (a tablet without the network): it is not signed again. */
  hasEarlier?: boolean
  /** Of Form F: the doctors who may sign it, and what the house knows of its answers already. */
  doctors?: readonly string[]
  filledAhead?: Readonly<Record<string, QuestionAnswer>>
}

/** What a patient has filled so far. */
export interface ConsentDraft {
  /** Of the record that it becomes, minted when the form was opened: sent twice, it is one record. */
  id: string
  answers: ConsentAnswers
  strokes: readonly Stroke[]
}

/** A form in the hands of a patient while the vault is locked. */
export interface KioskForm {
  visitId: string
  patientId: string
  detail: FormToFill
  draft: ConsentDraft
  /** What the queue calls it. */
  label: string
  /** Commands about the visit that must have taken effect before. */
  depends: readonly string[]
}

/** Its row stands among the small facts of the person's vault, which nobody clears. One device is in one pair of hands. */
export const KIOSK_FORM_ID = 'handed-form'

/** Keeps the form as far as it is filled, sealed by whichever key `databases` have. */
export async function keepKioskForm(
  { preferences, work }: Pick<Databases, 'preferences' | 'work'>,
  form: KioskForm,
): Promise<void> {
  await work.session.put(await preferences.seal({ id: KIOSK_FORM_ID, rev: 0, body: { value: form } }))
}

/** The form that was handed over and neither sent nor put away; undefined where there is none. */
export async function findKioskForm({
  preferences,
}: Pick<Databases, 'preferences'>): Promise<KioskForm | undefined> {
  return (await preferences.find(KIOSK_FORM_ID))?.body.value as KioskForm | undefined
}

/** Forgets it: it was sent, or a person put it away. */
export async function deleteKioskForm({ work }: Pick<Databases, 'work'>): Promise<void> {
  await work.session.delete(KIOSK_FORM_ID)
}
