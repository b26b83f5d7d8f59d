import { v7 as uuidv7 } from 'uuid'
import type { NotificationTemplate } from '#contract/calls/notification-settings.ts'
import type { MessageChannel } from '#domain/message/channels.ts'
import { decideNotice, type NoticeReason, type NoticeVerdict } from '#domain/message/decide-notice.ts'
import { type NoticeEvent, PAYMENT_REMINDERS_MAX } from '#domain/message/notice-events.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { SEND_MESSAGE } from '../messages/public/job-name.ts'
import type { MessageDeps } from '../messages/public/keep-message.ts'
import { channelsSetUp, findWaySettings } from '../messages/public/settings.ts'
import { CLIENT_NUMBER, insertMessage } from '../messages/public/store.ts'
import { lockDueNotice, type StoredNotice, tellsUnasked, updateNotice } from '../notices/notice-store.ts'
import { planPaymentReminder } from '../notices/visit-notices.ts'
import { findTemplate } from '../settings/public/notifications.ts'
import { type NoticeFacts, readFacts } from './facts.ts'
import { type NoticeText, textOf } from './notice-text.ts'
import { reportLinkText } from './report-link-text.ts'

/** The dependencies of sending notices. */
export interface NoticeDeps extends MessageDeps {
  /** Returns the address that patients of a client open, if the server knows it. */
  publicUrlOf: (clientId: string) => string | undefined
}

/**
 * Decides on one due notice in one transaction: it becomes a message with its job, keeps waiting, or is closed with
 * its reason. Leaves it unchanged if it is locked elsewhere, recalled or not due yet.
 */
export async function sendNotice(
  deps: NoticeDeps,
  work: Write,
  key: { clientId: string; id: string },
): Promise<void> {
  const notice = await lockDueNotice(work.tx, key, work.now)
  if (!notice) return
  const facts = await readFacts(work.tx, notice, work.now)
  if (!facts) return close(work, notice, 'gone')
  if ('awayUntil' in facts)
    // A person who sends it now must see that the record is gone.
    return notice.is_forced
      ? close(work, notice, 'gone')
      : updateNotice(work.tx, notice, { state: 'Planned', due: facts.awayUntil })
  const { event } = notice
  const template = event === 'Report_Link' ? undefined : await findTemplate(work.tx, key.clientId, { event })
  const verdict = decideNotice({
    event,
    channel: notice.channel,
    now: work.now,
    due: facts.holdUntil ?? notice.due,
    zone: facts.zone,
    start: notice.starts ?? facts.start,
    untrue: facts.untrue,
    isSwitchedOn: event === 'Report_Link' || template?.[SWITCH_OF[notice.channel]] === 1,
    isSent: notice.message_id !== null,
    choice: facts.choice,
    tellsUnasked: await tellsUnasked(work.tx, key.clientId),
    contact: facts.contact,
    isForced: notice.is_forced,
  })
  if (verdict.kind !== 'now') return follow(work, notice, verdict)
  const publicUrl = deps.publicUrlOf(key.clientId)
  const written = template
    ? await writtenIn(work, { notice, english: template, facts, publicUrl })
    : await reportLinkText(work, notice, { facts, publicUrl })
  if ('reason' in written) return close(work, notice, written.reason, written.detail)
  await handOver(deps, work, notice, { facts, to: verdict.to, ...written })
}

interface Writing {
  notice: StoredNotice
  english: NotificationTemplate
  facts: NoticeFacts
  publicUrl: string | undefined
}

/**
 * Returns the text in the patient's language if the client has switched that text on for this channel and it can be sent
 * as the English one is, else the English one.
 */
async function writtenIn(
  { tx }: Write,
  { notice: { client_id, channel }, english, facts, publicUrl }: Writing,
): Promise<NoticeText> {
  const { event } = english
  const own =
    facts.language === 'en'
      ? undefined
      : await findTemplate(tx, client_id, { event, language: facts.language })
  const filled = (template: NotificationTemplate) =>
    textOf(template, channel, {
      ...facts.valuesIn(template.language),
      ...(publicUrl && { PAT_LOGIN_URL: publicUrl }),
    })
  if (own?.[SWITCH_OF[channel]] !== 1 || !isRegisteredAs(english, own, channel)) return filled(english)
  const text = filled(own)
  return 'reason' in text ? filled(english) : text
}

/** Whether a text has its own registration or WhatsApp template where the English one needs one. */
function isRegisteredAs(
  english: NotificationTemplate,
  own: NotificationTemplate,
  channel: MessageChannel,
): boolean {
  if (channel === 'S') return english.dlt_template_id === '' || own.dlt_template_id !== ''
  return channel !== 'W' || english.wa_template === '' || own.wa_template !== ''
}

const SWITCH_OF = { E: 'is_email_active', S: 'is_sms_active', W: 'is_whatsapp_active' } as const

async function follow(work: Write, notice: StoredNotice, verdict: NoticeVerdict): Promise<void> {
  if (verdict.kind === 'no') return close(work, notice, verdict.reason)
  if (verdict.kind === 'at')
    await updateNotice(work.tx, notice, {
      state: verdict.why === 'quiet_hours' ? 'Quiet' : 'Planned',
      due: verdict.at,
    })
}

/** Reasons in the record itself count as recalled; all others as not sent. */
const RECALLS: ReadonlySet<NoticeReason> = new Set([
  'cancelled',
  'moved',
  'started',
  'paid',
  'withdrawn',
  'replaced',
  'gone',
  'closed',
  'answered',
  'died',
])

async function close(work: Write, notice: StoredNotice, reason: NoticeReason, detail = ''): Promise<void> {
  const state = RECALLS.has(reason) ? 'Recalled' : 'Not_Sent'
  await updateNotice(work.tx, notice, { state, reason, detail, settled: work.now, is_forced: false })
}

type Leaving = Exclude<ReturnType<typeof textOf>, { reason: NoticeReason }> & {
  facts: NoticeFacts
  to: string
}

async function handOver(
  deps: NoticeDeps,
  work: Write,
  notice: StoredNotice,
  { facts, to, subject, text, along }: Leaving,
): Promise<void> {
  const { tx, now } = work
  const id = uuidv7()
  const ways = channelsSetUp(await findWaySettings(tx, notice.client_id), deps.smtpUrl)
  const state = ways.has(notice.channel) ? 'Waiting' : 'Not_Configured'
  await insertMessage(tx, {
    client_id: notice.client_id,
    id,
    channel: notice.channel,
    purpose: 'Notification',
    sent_to: to,
    subject,
    body: await deps.texts.seal(id, text),
    along: Object.keys(along).length === 0 ? '' : await deps.texts.seal(id, JSON.stringify(along)),
    study_id: facts.studyId,
    patient_id: facts.patientId,
    via_user_id: notice.channel === 'W' ? CLIENT_NUMBER : null,
    state,
    created: now,
  })
  await updateNotice(tx, notice, {
    state: 'Handed_Over',
    message_id: id,
    reason: '',
    detail: '',
    settled: now,
    is_forced: false,
  })
  work.audited({
    clientId: notice.client_id,
    userId: undefined,
    action: 'send',
    type: 'message',
    recordId: id,
    detail: { channel: notice.channel, purpose: 'Notification', event: notice.event, state },
    at: now,
  })
  if (state === 'Waiting') await work.addJob({ name: SEND_MESSAGE }, [id])
  await planNextReminder(work, notice)
}

const PAYMENT: NoticeEvent = 'Pending_Payment_Reminder'

/** Plans the next payment reminder a day after one was sent, at most three in all. */
async function planNextReminder(work: Write, notice: StoredNotice): Promise<void> {
  if (notice.event !== PAYMENT || notice.visit_id === null) return
  const next = Number(notice.version) + 1
  if (next > PAYMENT_REMINDERS_MAX) return
  const { tx, now, addJob } = work
  await planPaymentReminder(
    { tx, now, addJob, clientId: notice.client_id, userId: undefined },
    notice.visit_id,
    String(next),
  )
}
