import type { consentCalls } from '#contract/calls/consents.ts'
import type { ConsentRow } from '#contract/calls/visit-records.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context } from '#server/kernel/context.ts'
import { visitPartChanged } from '../visits/public/reading/announce-parts.ts'
import { lockVisit } from '../visits/public/write-store.ts'
import type { ConsentFacts } from './evidence-hash.ts'
import { findConsent, findWithdrawal, insertConsent } from './public/store.ts'
import { rowOf } from './record-consent.ts'

/** Adds the record that withdraws a consent; the consent itself stays as it was signed. */
export async function withdrawConsent(
  ctx: Context,
  { id, consent_id: consentId, reason }: ParsedInputOf<typeof consentCalls.withdraw>,
): Promise<ConsentRow> {
  const consent = await findConsent(ctx.tx, ctx.caller.clientId, consentId)
  if (!consent || consent.kind !== 'Signed') throw new Refusal('not_found')
  const visit = await lockVisit(ctx, consent.visit_id)
  const words = reason.trim()
  if (words === '') throw new Refusal('invalid', undefined, { fields: { reason: 'A reason is required.' } })
  const earlier = await findWithdrawal(ctx.tx, ctx.caller.clientId, consentId)
  if (earlier?.id === id) return rowOf(ctx, id)
  if (earlier) throw new Refusal('refused', 'This consent is already withdrawn.')
  await insertConsent(ctx.tx, {
    client_id: visit.client_id,
    id,
    kind: 'Withdrawn',
    visit_id: visit.id,
    patient_id: consent.patient_id,
    consent_form_id: consent.consent_form_id,
    form_sha256: consent.form_sha256,
    language: consent.language,
    ...NOTHING_ANSWERED,
    withdraws_id: consentId,
    reason: words,
    via: 'Desk',
    link_id: null,
    device_id: ctx.caller.deviceId ?? null,
    signed_on: ctx.now,
    created: ctx.now,
    created_by: ctx.caller.userId,
    patient: {},
  })
  visitPartChanged(ctx, 'consent', { id, rev: 1 }, visit)
  await ctx.audit('withdraw', 'consent', consentId, { visit_id: visit.id })
  return rowOf(ctx, id)
}

const NOTHING_ANSWERED = {
  fasting: '',
  height: '',
  weight: '',
  lmp_type: '',
  lmp_date: null,
  ques_ans: {},
  sign_by: '',
  signer_name: '',
  strokes: [],
  sig_file_id: null,
} satisfies Partial<ConsentFacts>
