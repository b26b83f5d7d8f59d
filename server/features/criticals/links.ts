import type { CriticalReceiver, criticalLinkCalls } from '#contract/calls/critical-links.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { MESSAGE_CHANNELS, type MessageChannel, SHARE_CHANNEL_TABLE } from '#domain/message/channels.ts'
import { fullNumber, recipientProblems } from '#domain/message/recipient.ts'
import { demandModule } from '#server/kernel/auth/get-caller.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { keepMessage, type MessageDeps, stateAtFirst } from '../messages/public/keep-message.ts'
import { channelsSetUp, findWaySettings } from '../messages/public/settings.ts'
import { type LockedStudy, lockStudy } from '../studies/public/write-store.ts'
import { partChanged } from '../study-parts/announce-parts.ts'
import { insertLink, LINK_SUBJECT, linkLetter } from './make-link.ts'
import { getCritical, mayRecord } from './public/open-and-save.ts'
import { findReferrer } from './public/referrer.ts'
import { lockCritical, type StoredCritical, updateCritical } from './public/store.ts'
import { insertStep } from './step-store.ts'

export interface CriticalLinkDeps extends MessageDeps {
  /** The public address for a client's people, if the server knows it. */
  publicUrlOf: (clientId: string) => string | undefined
}

/** Returns the handlers of contract/calls/critical-links for the centre's people. */
export function createCriticalLinkHandlers(deps: CriticalLinkDeps): HandlersFor<typeof criticalLinkCalls> {
  return {
    receiver: async (input, ctx) => {
      const { study } = await lockRecord(ctx, input)
      return { result: await receiverOf(ctx, deps, study) }
    },
    send: (input, ctx) => sendLink(input, ctx, deps),
  }
}

/** Locks the record and its study; throws unless the caller may record that somebody was told. */
async function lockRecord(
  ctx: Context,
  { study_id, critical_id }: { study_id: string; critical_id: string },
): Promise<{ study: LockedStudy; stored: StoredCritical }> {
  const study = await lockStudy(ctx, study_id)
  const stored = await lockCritical(ctx.tx, ctx.caller.clientId, critical_id)
  if (!stored || stored.study_id !== study.id) throw new Refusal('not_found')
  if (!mayRecord(ctx.caller, study, stored)) throw new Refusal('not_permitted')
  return { study, stored }
}

async function receiverOf(
  ctx: Context,
  deps: CriticalLinkDeps,
  study: LockedStudy,
): Promise<CriticalReceiver> {
  const settings = await findWaySettings(ctx.tx, ctx.caller.clientId)
  const ways = channelsSetUp(settings, deps.smtpUrl)
  const channels = MESSAGE_CHANNELS.filter(
    (channel) => ways.has(channel) && ctx.caller.mainModules.has(SHARE_CHANNEL_TABLE[channel].module),
  )
  await ctx.audit('read', 'referrer', study.id)
  return { ...(await findReferrer(ctx.tx, study)), channels }
}

type SendInput = ParsedInputOf<typeof criticalLinkCalls.send>

/** Sends the referrer a link and invalidates the earlier one. */
async function sendLink(
  input: SendInput,
  ctx: Context,
  deps: CriticalLinkDeps,
): Promise<OutputOf<typeof criticalLinkCalls.send>> {
  const { channel } = input
  const { study, stored } = await lockRecord(ctx, input)
  if (stored.closed_on) throw new Refusal('refused', 'This critical result is already closed.')
  demandModule(SHARE_CHANNEL_TABLE[channel].module, ctx.caller)
  const fields = { ...recipientProblems(channel, input), ...blankProblems(input) }
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', undefined, { fields })
  const { name, finding } = input
  const createdBy = ctx.caller.userId
  const { id, secret } = await insertLink(ctx, stored, { name, finding, channel, createdBy })
  const to = channel === 'E' ? input.share_to.trim() : fullNumber(input.phonecode, input.share_to)
  await sendText(ctx, deps, { study, channel, to, name, secret })
  await insertStep(ctx.tx, stored, {
    kind: 'Link_Sent',
    at: ctx.now,
    byId: ctx.caller.userId,
    toldName: name,
  })
  await updateCritical(ctx.tx, stored, {})
  await ctx.audit('send_link', 'critical', stored.id, { study_id: study.id, link_id: id, channel })
  const critical = await getCritical(ctx, stored.id)
  partChanged(ctx, 'critical', critical, study)
  return { message: 'The link is on its way.', result: { critical } }
}

const blankProblems = ({ name, finding }: SendInput) => ({
  ...(name.trim() === '' && { name: 'Enter who is told' }),
  ...(finding.trim() === '' && { finding: 'Enter what the referrer is to read' }),
})

interface Letter {
  study: LockedStudy
  channel: MessageChannel
  to: string
  name: string
  secret: string
}

async function sendText(
  ctx: Context,
  deps: CriticalLinkDeps,
  { study, channel, to, name, secret }: Letter,
): Promise<void> {
  const { clientId } = ctx.caller
  const publicUrl = deps.publicUrlOf(clientId)
  if (publicUrl === undefined)
    throw new Refusal(
      'refused',
      'The server does not know the address that people open. Tell the referrer by telephone.',
    )
  if ((await stateAtFirst(ctx, deps, channel)) === 'Not_Configured')
    throw new Refusal('refused', 'Your centre has not set up this channel. Tell the referrer by telephone.')
  const text = await linkLetter(ctx, study, { name, secret, publicUrl })
  await keepMessage(ctx, deps, {
    channel,
    purpose: 'Notification',
    to,
    subject: LINK_SUBJECT,
    text,
    studyId: study.id,
  })
}
