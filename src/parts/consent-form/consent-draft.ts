import type { publicConsentCalls, SavedConsent } from '#contract/calls/consents.ts'
import type { InputOf } from '#contract/kernel/define-call.ts'
import { type ConsentProblems, consentProblems, settleAnswers } from '#domain/consent/answer-rules.ts'
import { type ConsentAnswers, NO_ANSWERS } from '#domain/consent/answers.ts'
import { signersOf } from '#domain/pndt/form-f-answers.ts'
import type { ConsentDraft, FormToFill } from '#src/sync/kiosk/kiosk-form.ts'
import { FORM_WORDS, languageOf } from './words.ts'

/** What a save of the public page and one of the house's tablet have in common. */
export type SignedInput = Omit<InputOf<typeof publicConsentCalls.save>, 'appt_id' | 'sig_file_id'>

/** A form as it is opened: the answers that were saved come back, or those that the house knows. */
export const openDraft = (
  id: string,
  { saved, form, filledAhead = {} }: Pick<FormToFill, 'saved' | 'filledAhead'> & { form: { id: string } },
): ConsentDraft => ({
  id,
  answers: saved
    ? answersOf(saved)
    : { ...NO_ANSWERS, ques_ans: { ...filledAhead }, sign_by: signersOf(form.id)[0] ?? '' },
  strokes: [],
})

function answersOf(saved: SavedConsent): ConsentAnswers {
  const { id: _id, signed_on: _on, ...answers } = saved
  return answers
}

/** The rules of the form over what was filled, by field, in the words of the language that is read. */
export function draftProblems(
  { answers, strokes }: ConsentDraft,
  detail: FormToFill,
  now: Date,
): ConsentProblems {
  const { form, patient, saved, hasEarlier = false, doctors } = detail
  const asked = {
    questions: form.questions,
    gender: patient.gender,
    hasEarlier: hasEarlier || saved !== null,
    today: dayHere(now),
    formId: form.id,
    doctors,
  }
  const { rules } = FORM_WORDS[languageOf(detail, answers.language)]
  return consentProblems(settleAnswers(answers, patient), strokes, asked, rules)
}

// The day on the wall of who fills it, not that of Greenwich.
function dayHere(now: Date): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** What is sent: settled answers, the version of the form that was read, and the clock of this device. */
export function signedInput(
  { id, answers, strokes }: ConsentDraft,
  { form, patient }: FormToFill,
  now: Date,
): SignedInput {
  return {
    ...settleAnswers(answers, patient),
    id,
    consent_form_id: form.id,
    strokes: strokes.map(({ points }) => ({ points: [...points] })),
    signed_on: now.toISOString(),
    form_sha256: form.sha256,
  }
}
