import type { publicConsentCalls } from '#contract/calls/consents.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isVisitCancelled } from '#domain/status/visit-status.ts'
import { writeAudit } from '#server/kernel/audit/audit.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { contextOf, write } from '#server/kernel/sync/write.ts'
import { readerOf, type Stranger } from '../sharing/open-link.ts'
import { findLockedVisit, type LockedVisit } from '../visits/write-store.ts'
import { findForm } from './form-versions.ts'
import { countOpening, findLinkBySecret, lockLink } from './link-store.ts'
import { admitTry, giveTryBack } from './link-throttle.ts'
import { recordConsent } from './record-consent.ts'
import { findStanding, savedOf } from './store.ts'
import { getVisitFacts, shownForm } from './visit-facts.ts'

type Calls = typeof publicConsentCalls

/** What a link opens: the form at the visit. */
interface Opened {
  ctx: Context
  linkId: string
  visit: LockedVisit
}

/** Form, patient and saved answers, for who has the link; the opening is counted. */
export function openConsentForm(
  input: ParsedInputOf<Calls['detail']>,
  stranger: Stranger,
): Promise<OutputOf<Calls['detail']>> {
  return withLink(stranger, { formId: input.id, secret: input.appt_id }, async ({ ctx, linkId, visit }) => {
    const form = await findForm(ctx.tx, visit.client_id, input.id)
    if (!form) throw linkOver()
    await countOpening(ctx.tx, visit.client_id, linkId)
    await ctx.audit('open_link', 'consent_link', linkId, { visit_id: visit.id, address: stranger.address })
    const standing = await findStanding(ctx.tx, visit, form.id)
    const facts = await getVisitFacts(ctx.tx, visit.id)
    return { result: { form: shownForm(form), ...facts, saved: standing ? savedOf(standing) : null } }
  })
}

/** Takes what was filled and signed at a patient's own device. */
export function savePatientConsent(
  input: ParsedInputOf<Calls['save']>,
  stranger: Stranger,
): Promise<OutputOf<Calls['save']>> {
  const { appt_id: secret, sig_file_id: _, ...signed } = input
  const formId = signed.consent_form_id
  return withLink(stranger, { formId, secret }, async ({ ctx, linkId, visit }) => {
    await recordConsent(ctx, visit, signed, { via: 'Link', linkId, userId: null })
    return { message: 'Thank you. The form is signed.' }
  })
}

/** Whatever is wrong with a link, a stranger learns the same: a guess tells nothing. */
const linkOver = () => new Refusal('link_over')

/** Runs in one transaction of the link's client, once the link was found to be in force. Tries that fail are counted. */
async function withLink<T>(
  stranger: Stranger,
  { formId, secret }: { formId: string; secret: string },
  run: (opened: Opened) => Promise<T>,
): Promise<T> {
  const { kernel, address } = stranger
  const { entry } = kernel.database
  const at = kernel.now()
  await admitTry(entry, address, at)
  const found = await entry((tx) => findLinkBySecret(tx, { secret, formId, at }))
  if (!found) throw linkOver()
  await giveTryBack(entry, address)
  const { value } = await write(kernel, found.client_id, async (work) => {
    const ctx = contextFor(kernel, work, found)
    // The visit before what stands under it (SYNC.md "On the server").
    const visitId = await visitOf(ctx, found.link_id)
    const visit = visitId && (await findLockedVisit(ctx, found.client_id, visitId))
    const link = await lockLink(ctx.tx, found.client_id, found.link_id)
    if (!visit || !link || link.revoked_on || isVisitCancelled(visit.status)) throw linkOver()
    return run({ ctx, linkId: link.id, visit })
  })
  return value
}

type Work = Parameters<Parameters<typeof write>[2]>[0]

// Nobody of the house does it: the lines of the trail name the link and no user.
function contextFor(kernel: Kernel, work: Work, found: { client_id: string; link_id: string }): Context {
  const caller = readerOf(found.client_id, found.link_id)
  return {
    ...contextOf(kernel, caller, work, { baseRev: undefined, madeOffline: false }),
    audit: (action, type, recordId, detail) =>
      writeAudit(work.tx, {
        clientId: found.client_id,
        userId: undefined,
        action,
        type,
        recordId,
        ...(detail && { detail }),
        at: work.now,
      }),
  }
}

async function visitOf({ tx, caller }: Context, linkId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('consent_link')
    .select('visit_id')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', linkId)
    .executeTakeFirst()
  return row?.visit_id
}
