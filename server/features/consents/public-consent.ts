import type { publicConsentCalls } from '#contract/calls/consents.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isVisitCancelled } from '#domain/status/visit-status.ts'
import { writeAudit } from '#server/kernel/audit.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { contextOf, type Write, write } from '#server/kernel/sync/feed/write.ts'
import { findForm } from '../consent-forms/public/form-versions.ts'
import {
  demandSession,
  exchangeLink,
  type HeldLink,
  noteOpening,
  proveSession,
} from '../share-links/link-session.ts'
import { admitTry, giveTryBack } from '../share-links/link-throttle.ts'
import { readerOf } from '../share-links/reader-of.ts'
import type { Stranger } from '../share-links/stranger.ts'
import { findLockedVisit, type LockedVisit } from '../visits/public/write-store.ts'
import { countOpening, findLinkBySecret, lockLink } from './link-store.ts'
import { findConsent, findStanding, savedOf } from './public/store.ts'
import { recordConsent } from './record-consent.ts'
import { getVisitFacts, shownForm } from './visit-facts.ts'

type Calls = typeof publicConsentCalls

/** The form and visit that a link opens. */
interface Opened {
  ctx: Context
  linkId: string
  formId: string
  visit: LockedVisit
  /** True if the form was signed since the link was created. */
  isSigned: boolean
}

/** Returns form, patient and saved answers to the holder of the link; counts the opening once per browser session. */
export async function openConsentForm(
  { id, appt_id: secret, door }: ParsedInputOf<Calls['detail']>,
  stranger: Stranger,
): Promise<OutputOf<Calls['detail']>> {
  const session = door === undefined ? undefined : await demandSession(stranger, 'consent', door)
  const held = session ?? (await demandLink(stranger, { formId: id ?? '', secret: secret ?? '' }))
  // Only a link that opens is exchanged for a session.
  await withLink(stranger, held, demandUnsigned)
  const opened = session ?? (await exchangeLink(stranger, 'consent', held))
  const result = await withLink(stranger, held, async (found) => {
    const { ctx, linkId, formId, visit } = found
    demandUnsigned(found)
    const form = await findForm(ctx.tx, visit.client_id, formId)
    if (!form) throw linkOver()
    if (!opened.is_proven) {
      await countOpening(ctx.tx, visit.client_id, linkId)
      await noteOpening(ctx, 'consent', linkId, stranger)
      await ctx.audit('open_link', 'consent_link', linkId, { visit_id: visit.id, address: stranger.address })
    }
    const standing = await findStanding(ctx.tx, visit, form.id)
    const facts = await getVisitFacts(ctx.tx, visit.id)
    return { form: shownForm(form), ...facts, saved: standing ? savedOf(standing) : null, door: opened.door }
  })
  // Link sessions need no further proof here; marking this one proven prevents counting it again.
  if (!opened.is_proven) await proveSession(stranger, opened, null)
  return { result }
}

/** Stores a form that was filled in and signed on a patient's own device. */
export async function savePatientConsent(
  input: ParsedInputOf<Calls['save']>,
  stranger: Stranger,
): Promise<OutputOf<Calls['save']>> {
  const { appt_id: secret, door, sig_file_id: _, ...signed } = input
  const held =
    secret === undefined
      ? await demandSession(stranger, 'consent', door)
      : await demandLink(stranger, { formId: signed.consent_form_id, secret })
  return withLink(stranger, held, async ({ ctx, linkId, formId, visit, isSigned }) => {
    if (formId !== signed.consent_form_id) throw linkOver()
    // A client whose answer was lost sends the same record again; anything else is refused once the form is signed.
    if (isSigned && (await findConsent(ctx.tx, visit.client_id, signed.id))?.link_id !== linkId)
      throw linkOver()
    await recordConsent(ctx, visit, signed, { via: 'Link', linkId, userId: null })
    return { message: 'Thank you. The form is signed.' }
  })
}

/** Every problem with a link gives the same error, so that guessing reveals nothing. */
const linkOver = () => new Refusal('link_over')

/** A signature closes the link, because its page shows who the patient is. */
function demandUnsigned({ isSigned }: Opened): void {
  if (isSigned) throw linkOver()
}

/** Returns the link of a form that a secret opens; counts failed tries. */
async function demandLink(
  { kernel, address }: Stranger,
  { formId, secret }: { formId: string; secret: string },
): Promise<HeldLink> {
  const { entry } = kernel.database
  const at = kernel.now()
  await admitTry(entry, address, at)
  const found = await entry((tx) => findLinkBySecret(tx, { secret, formId, at }))
  if (!found) throw linkOver()
  await giveTryBack(entry, address)
  return found
}

/** Runs in one transaction of the link's client, after checking that the link is in force. */
async function withLink<T>(
  { kernel }: Stranger,
  found: HeldLink,
  run: (opened: Opened) => T | Promise<T>,
): Promise<T> {
  const { value } = await write(kernel, found.client_id, async (work) => {
    const ctx = contextFor(kernel, work, found)
    // Lock order: the visit before its parts.
    const visitId = await visitOf(ctx, found.link_id)
    const visit = visitId && (await findLockedVisit(ctx, found.client_id, visitId))
    const link = await lockLink(ctx.tx, found.client_id, found.link_id)
    const isOver = !link || link.revoked_on !== null || link.expires <= ctx.now
    if (!visit || isOver || isVisitCancelled(visit.status) || !(await servesConsents(ctx))) throw linkOver()
    return run({ ctx, linkId: link.id, formId: link.consent_form_id, visit, isSigned: link.is_signed })
  })
  return value
}

/** Returns true if the client is active and has consent forms; a link session ends with either. */
async function servesConsents({ tx, caller }: Context): Promise<boolean> {
  const client = await tx
    .selectFrom('client')
    .select(['active', 'main_modules'])
    .where('id', '=', caller.clientId)
    .executeTakeFirst()
  return client?.active === true && client.main_modules.includes('consent_forms')
}

// No user acts here: audit entries name the link instead.
function contextFor(kernel: Kernel, work: Write, found: { client_id: string; link_id: string }): Context {
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
