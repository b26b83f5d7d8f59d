import type { consentCalls } from '#contract/calls/consents.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { selectForms } from '../consent-forms/public/form-versions.ts'
import type { MessageDeps } from '../messages/public/keep-message.ts'
import { selectOpenings } from '../share-links/link-session.ts'
import { findVisibleVisit } from '../visits/public/store.ts'
import { lockVisit } from '../visits/public/write-store.ts'
import { selectLinksInForce } from './link-store.ts'
import { makeLink, takeLinkBack } from './make-link.ts'
import { selectConsentsOfVisit } from './public/store.ts'
import { readEvidence } from './read-evidence.ts'
import { recordConsent } from './record-consent.ts'
import { sentLinks } from './sent-links.ts'
import { shareLink } from './share-link.ts'
import { withdrawConsent } from './withdraw-consent.ts'

export interface ConsentDeps extends MessageDeps {
  /** The public address of the application, if the server knows it. */
  publicUrl: string | undefined
}

/** Returns the handlers of contract/calls/consents for the centre's people. */
export function createConsentHandlers(deps: ConsentDeps): HandlersFor<typeof consentCalls> {
  return {
    formsOfVisit: async ({ appt_id, status = '1' }, ctx) => ({
      result: await formsOfVisit(ctx, appt_id, status),
    }),
    makeLink: (input, ctx) => makeLink(ctx, input, deps.publicUrl),
    revokeLink: async (input, ctx) => {
      await takeLinkBack(ctx, input)
      return { message: 'The link is revoked.' }
    },
    share: (input, ctx) => shareLink(ctx, input, deps),
    sentLinks: async ({ appt_id }, ctx) => ({ result: await sentLinks(ctx, appt_id) }),
    sign: async ({ appt_id, via, ...signed }, ctx) => {
      const visit = await lockVisit(ctx, appt_id)
      const by = { via, linkId: null, userId: ctx.caller.userId }
      return { message: 'Signed', result: { consent: await recordConsent(ctx, visit, signed, by) } }
    },
    withdraw: async (input, ctx) => ({
      message: 'Withdrawn',
      result: { consent: await withdrawConsent(ctx, input) },
    }),
    evidence: async ({ id }, ctx) => ({ result: await readEvidence(ctx, id) }),
  }
}

type FormsOfVisit = OutputOf<typeof consentCalls.formsOfVisit>['result']

/** Returns the active forms and those already signed at the visit, each with its link and its consents. */
async function formsOfVisit(ctx: Context, visitId: string, status: '0' | '1'): Promise<FormsOfVisit> {
  const visit = await findVisibleVisit(ctx.tx, ctx.caller, visitId)
  if (!visit) throw new Refusal('not_found')
  const consents = await selectConsentsOfVisit(ctx.tx, visit.id)
  const forms = await selectForms(ctx.tx, visit.client_id, { status })
  const links = new Map((await selectLinksInForce(ctx, visit.id)).map((link) => [link.consent_form_id, link]))
  const openings = await selectOpenings(
    ctx.tx,
    visit.client_id,
    [...links.values()].map((link) => link.id),
  )
  const names = new Map(forms.map(({ id, content }) => [id, content.name]))
  for (const { consent_form_id: id, name } of consents) if (!names.has(id)) names.set(id, name)
  return [...names].map(([id, name]) => ({
    id,
    name,
    url: '',
    qr_code_img_url: '',
    expires: links.get(id)?.expires.toISOString() ?? null,
    opened: links.get(id)?.opened ?? 0,
    opened_from: openings.get(links.get(id)?.id ?? '') ?? [],
    consents: consents.filter((one) => one.consent_form_id === id),
  }))
}
