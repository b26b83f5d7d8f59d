import { toDataURL } from 'qrcode'
import type { consentCalls } from '#contract/calls/consents.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { consentLinkPath } from '#domain/consent/consent-link.ts'
import { formFPartOf } from '#domain/pndt/form-f.ts'
import { isVisitCancelled } from '#domain/status/visit-status.ts'
import type { Context } from '#server/kernel/context.ts'
import { findForm } from '../consent-forms/public/form-versions.ts'
import { languageOfVisit } from '../language/patient-language.ts'
import { lockVisit } from '../visits/public/write-store.ts'
import { insertLink, revokeLinks } from './link-store.ts'

/** A form at a visit. */
export interface FormOfVisit {
  appt_id: string
  consent_form_id: string
}

/**
 * Creates a link that opens the form without an account, and revokes the earlier one. Only this answer contains its
 * secret.
 */
export async function makeLink(
  ctx: Context,
  { appt_id: visitId, consent_form_id: formId }: FormOfVisit,
  publicUrl: string | undefined,
): Promise<OutputOf<typeof consentCalls.makeLink>> {
  const visit = await lockVisit(ctx, visitId)
  if (isVisitCancelled(visit.status)) throw new Refusal('refused', 'This visit is cancelled.')
  if (formFPartOf(formId) !== undefined) throw new Refusal('refused', 'Form F is signed at the centre.')
  if (!(await findForm(ctx.tx, visit.client_id, formId))) throw new Refusal('not_found')
  await revokeLinks(ctx, visit, formId)
  const { id, secret, expires } = await insertLink(ctx, visit, formId)
  await ctx.audit('share', 'consent_link', id, { visit_id: visit.id, form_id: formId })
  const path = consentLinkPath(formId, secret)
  const url = publicUrl === undefined ? path : `${publicUrl}${path}`
  // Without a public address the server cannot draw the code; the page, which knows the address, draws it.
  const qr_code_img_url = publicUrl === undefined ? '' : await toDataURL(url, { margin: 2, width: 320 })
  const phone_code = await phoneCodeOfPatient(ctx, visit.patient_id)
  const language = await languageOfVisit(ctx.tx, visit.client_id, visit.id)
  return { result: { url, qr_code_img_url, expires: expires.toISOString(), phone_code, language } }
}

async function phoneCodeOfPatient({ tx, caller }: Context, patientId: string): Promise<string> {
  const patient = await tx
    .selectFrom('patient')
    .select('phone_code')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', patientId)
    .executeTakeFirst()
  return patient?.phone_code ?? ''
}

/** Revokes the link of a form and visit. */
export async function takeLinkBack(
  ctx: Context,
  { appt_id: visitId, consent_form_id: formId }: FormOfVisit,
): Promise<void> {
  const visit = await lockVisit(ctx, visitId)
  if (await revokeLinks(ctx, visit, formId))
    await ctx.audit('unshare', 'consent_link', undefined, { visit_id: visit.id, form_id: formId })
}
