import type { publicConsentCalls, SavedConsent } from '#contract/calls/consents.ts'
import type { InputOf } from '#contract/kernel/define-call.ts'
import { type ConsentProblems, consentProblems, settleAnswers } from '#domain/consent/answer-rules.ts'
import { type ConsentAnswers, NO_ANSWERS } from '#domain/consent/answers.ts'
import type { Language } from '#domain/language/languages.ts'
import { signersOf } from '#domain/pndt/form-f-answers.ts'
import { FORM_F_RULE_WORDS } from '#domain/pndt/form-f-rule-words.ts'
import type { ConsentDraft, FormToFill } from '#src/sync/kiosk/kiosk-form.ts'
import { FORM_WORDS, languageOf, secondLanguageOf } from './words.ts'

/** The common part of saves from the public page and from the centre's tablet. */
export type SignedInput = Omit<InputOf<typeof publicConsentCalls.save>, 'appt_id' | 'sig_file_id'>

/**
 * Returns the draft of a form being opened: with the saved answers, or those that the centre knows. An unsaved form
 * opens in its second language if the patient reads that one.
 */
export function openDraft(
  id: string,
  detail: Pick<FormToFill, 'saved' | 'filledAhead' | 'form' | 'language'>,
  reads: Language | undefined = detail.language,
): ConsentDraft {
  const { saved, form, filledAhead = {} } = detail
  if (saved) return { id, answers: answersOf(saved), strokes: [] }
  const answers: ConsentAnswers = {
    ...NO_ANSWERS,
    ques_ans: { ...filledAhead },
    sign_by: signersOf(form.id)[0] ?? '',
  }
  const isSecond = form.has_slang && reads !== undefined && secondLanguageOf(detail) === reads
  return { id, answers: isSecond ? { ...answers, language: 'slang' } : answers, strokes: [] }
}

function answersOf(saved: SavedConsent): ConsentAnswers {
  const { id: _id, signed_on: _on, ...answers } = saved
  return answers
}

/** Returns the broken rules of the form, by field, in the chosen language. */
export function draftProblems(
  { answers, strokes }: ConsentDraft,
  detail: FormToFill,
  now: Date,
): ConsentProblems {
  const { form, patient, saved, hasEarlier = false, doctors } = detail
  const language = languageOf(detail, answers.language)
  const asked = {
    questions: form.questions,
    gender: patient.gender,
    hasEarlier: hasEarlier || saved !== null,
    today: dayHere(now),
    formId: form.id,
    doctors,
    formFWords: FORM_F_RULE_WORDS[language === 'hi' ? 'hi' : 'en'],
  }
  return consentProblems(settleAnswers(answers, patient), strokes, asked, FORM_WORDS[language].rules)
}

// The local day of the person filling it in, not the UTC day.
function dayHere(now: Date): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** Returns the submitted data: normalized answers, the version of the form that was read, and this device's time. */
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
