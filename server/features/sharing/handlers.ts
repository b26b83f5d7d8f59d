import { v7 as uuidv7 } from 'uuid'
import type { sharingCalls } from '#contract/calls/sharing.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { SHARE_CHANNEL_TABLE } from '#domain/message/channels.ts'
import { recipientProblems } from '#domain/message/recipient.ts'
import { sharesReport } from '#domain/message/share-text.ts'
import type { MessageTexts } from '#domain/message/texts/en.ts'
import { textsIn } from '#domain/message/texts/texts-in.ts'
import { linkEnd } from '#domain/sharing/expiry.ts'
import { proofKindOf } from '#domain/sharing/proof.ts'
import { waitsForPayment } from '#domain/sharing/results.ts'
import { sharedLinkPath } from '#domain/sharing/shared-path.ts'
import { demandModule } from '#server/kernel/auth/get-caller.ts'
import { randomSecret, secretHash } from '#server/kernel/auth/secret.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { languageOfStudy } from '../language/patient-language.ts'
import { keepMessage, type MessageDeps } from '../messages/public/keep-message.ts'
import { insertLink } from '../share-links/insert-link.ts'
import { endLink, findLinkById, selectLinks } from '../share-links/link-store.ts'
import { clientWaitsForPayment } from '../share-links/waits-for-payment.ts'
import { findVisibleStudy } from '../studies/public/store.ts'
import { shareRecipient } from './share-recipient.ts'
import { shareSettings } from './share-settings.ts'

export interface SharingDeps extends MessageDeps {
  /** The address that people open, if the server knows it. */
  publicUrl: string | undefined
}

/** Returns the handlers of contract/calls/sharing for staff. */
export function createSharingHandlers(deps: SharingDeps): HandlersFor<typeof sharingCalls> {
  return {
    generateViewerShareUrl: (input, ctx) => makeLink(input, ctx, deps),
    settings: async (_, ctx) => ({ result: await shareSettings(ctx, deps.smtpUrl) }),
    recipient: async ({ study_id }, ctx) => {
      const study = await openStudy(ctx, study_id)
      return { result: await shareRecipient(ctx, study) }
    },
    links: async (input, ctx) => {
      const study = await openStudy(ctx, input.study_id)
      return { result: await selectLinks(ctx.tx, ctx.caller.clientId, study.id) }
    },
    revoke: async (input, ctx) => {
      await revokeLink(ctx, input.id)
      return { message: 'The link is revoked.' }
    },
    shareStudyByEmail: async (input, ctx) => {
      return mail(ctx, deps, input, { purpose: 'Share_Study', about: 'study' })
    },
    shareLoginByEmail: async (input, ctx) => {
      return mail(ctx, deps, input, { purpose: 'Portal_Access', about: 'access' })
    },
  }
}

type ShareInput = ParsedInputOf<typeof sharingCalls.generateViewerShareUrl>

/** Creates a link that opens the study without an account; its secret is in this response only and is not stored. */
async function makeLink(
  input: ShareInput,
  ctx: Context,
  { publicUrl }: SharingDeps,
): Promise<OutputOf<typeof sharingCalls.generateViewerShareUrl>> {
  const fields = recipientProblems(input.share_via, input)
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', undefined, { fields })
  const study = await openStudy(ctx, input.dtl.study_id)
  demandModule(SHARE_CHANNEL_TABLE[input.share_via].module, ctx.caller)
  await demandShareable(ctx, study, input.viewer_url)
  const id = uuidv7()
  const secret = randomSecret()
  const expires = linkEnd(input, ctx.now)
  const with_report = sharesReport(study)
  const row = { client_id: ctx.caller.clientId, id, study_id: study.id, secret_hash: secretHash(secret) }
  await insertLink(ctx.tx, {
    ...row,
    with_report,
    channel: input.share_via,
    created_by: ctx.caller.userId,
    created: ctx.now,
    expires,
  })
  await ctx.audit('share', 'study', study.id, { link_id: id, channel: input.share_via, with_report })
  const link = `${publicUrl ?? ''}${sharedLinkPath(secret)}`
  const result = { id, link, expires: expires.toISOString(), with_report: with_report ? 1 : 0 } as const
  return { message: 'The link is made.', result }
}

/**
 * Throws if the study must not be shared: it is unpaid and the client requires payment, or the link would have
 * nothing to ask for as proof of identity.
 */
async function demandShareable(ctx: Context, study: StudyRow, viewerUrl: string): Promise<void> {
  if (waitsForPayment(await clientWaitsForPayment(ctx.tx, ctx.caller.clientId), study.payment_status))
    throw new Refusal('unpaid', 'This study is shared once the bill is paid.')
  if (proofKindOf({ birth_date: study.pat_birthdate, pat_id: study.pat_id }) === undefined)
    throw new Refusal('refused', 'Enter the date of birth or the patient ID first: the link asks for it.')
  // The link opens the study's own address; with another one, the sender would share something else than intended.
  if (![study.viewer_url, study.local_viewer_url, ''].includes(viewerUrl))
    throw new Refusal('invalid', undefined, { fields: { viewer_url: 'is not the address of this study' } })
}

async function revokeLink(ctx: Context, id: string): Promise<void> {
  const link = await findLinkById(ctx.tx, ctx.caller.clientId, id)
  if (!link) throw new Refusal('not_found')
  await openStudy(ctx, link.study_id)
  if (link.revoked) return
  await endLink(ctx, link)
  await ctx.audit('unshare', 'study', link.study_id, { link_id: id })
}

interface Letter {
  purpose: 'Share_Study' | 'Portal_Access'
  about: keyof MessageTexts['subjects']
}

async function mail(
  ctx: Context,
  deps: MessageDeps,
  { email, content, study_id: studyId }: { email: string; content: string; study_id?: string | undefined },
  { purpose, about }: Letter,
) {
  if (studyId !== undefined) await openStudy(ctx, studyId)
  const subject = textsIn(await languageOfStudy(ctx.tx, ctx.caller.clientId, studyId)).subjects[about]
  return keepMessage(ctx, deps, { channel: 'E', purpose, to: email, subject, text: content, studyId })
}

async function openStudy(ctx: Context, id: string): Promise<StudyRow> {
  const study = await findVisibleStudy(ctx.tx, ctx.caller, id, ctx.now)
  if (!study) throw new Refusal('not_found')
  return study
}
