import type { consentCalls } from '#contract/calls/consents.ts'
import type { ConsentRow } from '#contract/calls/visit-records.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { type ConsentProblems, consentProblems, settleAnswers } from '#domain/consent/answer-rules.ts'
import type { Context } from '#server/kernel/context.ts'
import { momentsOf } from '#server/kernel/sync/commands/device-clock.ts'
import { type FormVersion, findFormVersion, keepVersion } from '../consent-forms/public/form-versions.ts'
import { demandSignable } from '../form-f/public/demand-signable.ts'
import { visitPartChanged } from '../visits/public/reading/announce-parts.ts'
import type { LockedVisit } from '../visits/public/write-store.ts'
import { findConsent, findStanding, insertConsent, selectConsentRows } from './public/store.ts'
import { getVisitFacts, shownForm } from './visit-facts.ts'

/** A form as filled in and signed. */
export type SignedForm = Omit<ParsedInputOf<typeof consentCalls.sign>, 'appt_id' | 'via'>

/** How the signed form arrived. */
export interface SignedBy {
  via: ConsentRow['via']
  linkId: string | null
  /** The user signed in at the device; null on a patient's own phone. */
  userId: string | null
}

/** The zone where a new day begins first: a later day is in the future everywhere. */
const FARTHEST_ZONE_MS = 14 * 3_600_000

/**
 * Adds a signed form to the evidence of its locked visit. A repeat with the same id returns the same record. Answers
 * and signature are validated by the rules of domain/consent against the version that was read.
 */
export async function recordConsent(
  ctx: Context,
  visit: LockedVisit,
  input: SignedForm,
  by: SignedBy,
): Promise<ConsentRow> {
  const earlier = await findConsent(ctx.tx, ctx.caller.clientId, input.id)
  if (earlier) return sameRecord(ctx, earlier, visit, input)
  const form = await readVersion(ctx, input, by)
  const { patient } = await getVisitFacts(ctx.tx, visit.id)
  const signers = await demandSignable(ctx, visit, {
    formId: form.id,
    gender: patient.gender,
    via: by.via,
  })
  const answers = settleAnswers(input, patient)
  demandRules(
    consentProblems(answers, input.strokes, {
      questions: form.content.questions,
      gender: patient.gender,
      hasEarlier: (await findStanding(ctx.tx, visit, form.id)) !== undefined,
      formId: form.id,
      doctors: signers?.doctors,
      today: new Date(momentsOf(ctx).latest.getTime() + FARTHEST_ZONE_MS).toISOString().slice(0, 10),
    }),
  )
  await keepVersion(ctx.tx, visit.client_id, form)
  await insertConsent(ctx.tx, {
    client_id: visit.client_id,
    id: input.id,
    kind: 'Signed',
    visit_id: visit.id,
    patient_id: visit.patient_id,
    consent_form_id: form.id,
    form_sha256: form.sha256,
    language: answers.language,
    fasting: answers.fasting,
    height: answers.height,
    weight: answers.weight,
    lmp_type: answers.lmp_type,
    lmp_date: answers.lmp_date,
    ques_ans: answers.ques_ans,
    sign_by: answers.sign_by,
    signer_name: answers.signer_name ?? '',
    // In JSON form: absent pressures are omitted.
    strokes: JSON.parse(JSON.stringify(input.strokes)),
    sig_file_id: null,
    withdraws_id: null,
    reason: '',
    via: by.via,
    link_id: by.linkId,
    device_id: by.userId === null ? null : (ctx.caller.deviceId ?? null),
    signed_on: new Date(input.signed_on),
    created: ctx.now,
    created_by: by.userId,
    patient: { ...patient },
  })
  // The doctor was registered at the time of the signature; somebody must be told that this is no longer so.
  if (signers?.left.includes(answers.signer_name ?? '')) ctx.flag('doctor_no_longer_registered')
  visitPartChanged(ctx, 'consent', { id: input.id, rev: 1 }, visit)
  await ctx.audit('sign', 'consent', input.id, { via: by.via, visit_id: visit.id, form_id: form.id })
  return rowOf(ctx, input.id)
}

async function sameRecord(
  ctx: Context,
  earlier: { visit_id: string; consent_form_id: string },
  visit: LockedVisit,
  input: SignedForm,
): Promise<ConsentRow> {
  const isSame = earlier.visit_id === visit.id && earlier.consent_form_id === input.consent_form_id
  if (!isSame) throw new Refusal('invalid', undefined, { fields: { id: 'is the id of another record' } })
  return rowOf(ctx, input.id)
}

/**
 * Returns the version that was read. If the form has changed, the patient with a link is shown the new version and
 * signs that; a signature on a tablet counts for the version that was displayed (docs/decisions/125).
 */
async function readVersion(ctx: Context, input: SignedForm, { via }: SignedBy): Promise<FormVersion> {
  const { clientId } = ctx.caller
  const { consent_form_id: formId, form_sha256: sha256 } = input
  const now = await findFormVersion(ctx.tx, clientId, formId, undefined)
  if (now && (sha256 === undefined || now.sha256 === sha256)) return now
  const read = via === 'Link' ? undefined : await findFormVersion(ctx.tx, clientId, formId, sha256)
  if (read) return read
  if (!now) throw new Refusal('not_found')
  throw new Refusal('conflict', 'This form has changed. Read it again, then sign it.', {
    current: shownForm(now),
  })
}

function demandRules(fields: ConsentProblems): void {
  const broken = Object.keys(fields)
  if (broken.length === 0) return
  // Uses the specified message if only the signature is missing (docs/wire.md#files).
  const isSignatureOnly = broken.length === 1 && broken[0] === 'strokes'
  throw new Refusal(isSignatureOnly ? 'signature_required' : 'invalid', undefined, { fields })
}

export async function rowOf({ tx }: Pick<Context, 'tx'>, id: string): Promise<ConsentRow> {
  const [row] = await selectConsentRows(tx, [id])
  if (!row) throw new Error('a consent that was just written is not there')
  return row
}
