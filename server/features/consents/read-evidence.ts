import type { ConsentDetail, ConsentEvidence } from '#contract/calls/consents.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context } from '#server/kernel/context.ts'
import type { FormVersion } from '../consent-forms/public/form-versions.ts'
import { findVisibleVisit } from '../visits/public/store.ts'
import { evidenceHash } from './evidence-hash.ts'
import { findConsent, findWithdrawal, type StoredConsent, savedOf } from './public/store.ts'
import { rowOf } from './record-consent.ts'
import { getVisitFacts, shownForm } from './visit-facts.ts'

/** Returns a consent with its evidence, to people who may open its visit; writes the access to the audit trail. */
export async function readEvidence(ctx: Context, id: string): Promise<ConsentEvidence> {
  const consent = await findConsent(ctx.tx, ctx.caller.clientId, id)
  const visit = consent && (await findVisibleVisit(ctx.tx, ctx.caller, consent.visit_id))
  if (!consent || !visit || consent.kind !== 'Signed') throw new Refusal('not_found')
  await ctx.audit('read', 'consent', id, { visit_id: visit.id })
  const { sha256, rev: _, ...facts } = consent
  return {
    consent: await rowOf(ctx, id),
    detail: await detailOf(ctx, consent),
    answers: savedOf(consent),
    strokes: consent.strokes as unknown as ConsentEvidence['strokes'],
    sha256,
    is_intact: evidenceHash(facts) === sha256 ? 1 : 0,
    taken_by: await nameOf(ctx, consent.created_by),
    withdrawn: await withdrawalFacts(ctx, id),
  }
}

/** Returns form and patient as they were at the signature. */
async function detailOf({ tx, caller }: Context, consent: StoredConsent): Promise<ConsentDetail> {
  const { consent_form_id: formId, form_sha256: sha256 } = consent
  const version = await tx
    .selectFrom('consent_form_version')
    .select('content')
    .where('client_id', '=', caller.clientId)
    .where('consent_form_id', '=', formId)
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  const { centre } = await getVisitFacts(tx, consent.visit_id)
  const form = shownForm({
    id: formId,
    sha256,
    content: version.content as unknown as FormVersion['content'],
  })
  return { form, patient: consent.patient as ConsentDetail['patient'], centre, saved: null }
}

async function withdrawalFacts(ctx: Context, id: string): Promise<ConsentEvidence['withdrawn']> {
  const row = await findWithdrawal(ctx.tx, ctx.caller.clientId, id)
  if (!row) return null
  return { on: row.created.toISOString(), by: await nameOf(ctx, row.created_by), reason: row.reason }
}

async function nameOf({ tx, caller }: Context, userId: string | null): Promise<string> {
  if (userId === null) return ''
  const row = await tx
    .selectFrom('app_user')
    .select('name')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.name ?? ''
}
