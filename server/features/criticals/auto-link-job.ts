import { v7 as mintId } from 'uuid'
import { MESSAGE_CHANNELS, type MessageChannel, SHARE_CHANNEL_TABLE } from '#domain/message/channels.ts'
import { dialledNumber, emailProblem } from '#domain/message/recipient.ts'
import { type CriticalStep, isAnswered } from '#domain/study/critical-steps.ts'
import type { Tx } from '#server/kernel/context.ts'
import { defineJob, type Job } from '#server/kernel/jobs/job.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { SEND_MESSAGE } from '../messages/public/job-name.ts'
import { channelsSetUp, findWaySettings } from '../messages/public/settings.ts'
import { insertMessage } from '../messages/public/store.ts'
import { studyScopes } from '../studies/public/store.ts'
import type { LockedStudy } from '../studies/public/write-store.ts'
import { AUTO_LINK } from './auto-link-job-name.ts'
import { insertLink, LINK_SUBJECT, linkLetter } from './make-link.ts'
import { findReferrer } from './public/referrer.ts'
import { lockCritical, type StoredCritical, selectCriticals, updateCritical } from './public/store.ts'
import type { StepMailDeps } from './step-mail.ts'
import { insertStep, type NewStep, selectStepKinds } from './step-store.ts'

/** Steps after which nothing is sent automatically. */
const TAKEN: ReadonlySet<CriticalStep> = new Set<CriticalStep>([
  'Link_Sent',
  'Link_No_Address',
  'Link_No_Way',
])

/**
 * Sends the referrer a link to a newly opened critical record, if the client wants that, once per record
 * (docs/decisions/365). If it cannot, writes the reason to the record.
 */
export const createAutoLinkJob = (deps: StepMailDeps): Job =>
  defineJob({
    name: AUTO_LINK,
    run: async ({ clientId, ids }, work) => {
      for (const id of ids) await work.write((one) => sendByItself(deps, one, { clientId, id }))
    },
  })

async function sendByItself(
  deps: StepMailDeps,
  work: Write,
  { clientId, id }: { clientId: string; id: string },
): Promise<void> {
  const { tx } = work
  if (!(await isWanted(tx, clientId))) return
  const study = await lockStudyOf(tx, clientId, id)
  const stored = study && (await lockCritical(tx, clientId, id))
  // The tag was removed, or corrected to another one, which opened a separate record.
  if (stored && study.tag_critical_id !== stored.tag_id) return
  const [row] = stored ? await selectCriticals(tx, undefined, [id]) : []
  if (!stored || !row || isAnswered(row)) return
  if ((await selectStepKinds(tx, clientId, id)).some((kind) => TAKEN.has(kind))) return
  const referrer = await findReferrer(tx, study)
  const known = addressesOf(referrer)
  if (known.length === 0)
    return noteStep(work, study, stored, { kind: 'Link_No_Address', toldName: referrer.name })
  const ways = await waysOut(deps, tx, clientId)
  const publicUrl = deps.publicUrlOf(clientId)
  const address = known.find(({ channel }) => ways.has(channel))
  if (!address || publicUrl === undefined)
    return noteStep(work, study, stored, { kind: 'Link_No_Way', toldName: referrer.name })
  const { channel, to } = address
  const finding = `The examination shows a critical result: ${row.tag}. The report follows.`
  const createdBy = stored.opened_by_id
  const link = await insertLink(work, stored, { name: referrer.name, finding, channel, createdBy })
  const text = await linkLetter(work, study, { name: referrer.name, secret: link.secret, publicUrl })
  await keepLetter(deps, work, { study, stored, channel, to, text })
  await noteStep(work, study, stored, { kind: 'Link_Sent', toldName: referrer.name })
}

async function isWanted(tx: Tx, clientId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('client_setting')
    .select('critical_auto_link')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.critical_auto_link === true
}

/** Returns the study of a record, locked before the record; undefined if it was deleted. */
async function lockStudyOf(tx: Tx, clientId: string, criticalId: string): Promise<LockedStudy | undefined> {
  const study = await tx
    .selectFrom('study')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', (query) =>
      query
        .selectFrom('critical_result')
        .select('study_id')
        .where('client_id', '=', clientId)
        .where('id', '=', criticalId),
    )
    .where('hidden', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return study as LockedStudy | undefined
}

type Referrer = Awaited<ReturnType<typeof findReferrer>>

/** Returns the referrer's usable addresses, in the order of the link form. */
function addressesOf({ email, mobile, phone_code }: Referrer): { channel: MessageChannel; to: string }[] {
  return MESSAGE_CHANNELS.flatMap((channel): { channel: MessageChannel; to: string }[] => {
    if (channel === 'E') return emailProblem(email) === undefined ? [{ channel, to: email.trim() }] : []
    const to = dialledNumber(phone_code, mobile)
    return to === undefined ? [] : [{ channel, to }]
  })
}

/** Returns the channels that are set up and that the client has bought. */
async function waysOut(
  { smtpUrl }: StepMailDeps,
  tx: Tx,
  clientId: string,
): Promise<ReadonlySet<MessageChannel>> {
  const setUp = channelsSetUp(await findWaySettings(tx, clientId), smtpUrl)
  const { main_modules } = await tx
    .selectFrom('client')
    .select('main_modules')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
  return new Set(
    MESSAGE_CHANNELS.filter(
      (channel) => setUp.has(channel) && main_modules.includes(SHARE_CHANNEL_TABLE[channel].module),
    ),
  )
}

interface Letter {
  study: LockedStudy
  stored: StoredCritical
  channel: MessageChannel
  to: string
  text: string
}

// Linked to the record, so that it is recalled once the record is answered, and to the doctor, who is notified if it
// fails.
async function keepLetter(
  { texts }: StepMailDeps,
  { tx, now, audited, addJob }: Write,
  { study, stored, channel, to, text }: Letter,
): Promise<void> {
  const [id, clientId] = [mintId(), study.client_id]
  await insertMessage(tx, {
    client_id: clientId,
    id,
    channel,
    purpose: 'Notification',
    sent_to: to,
    subject: LINK_SUBJECT,
    body: await texts.seal(id, text),
    study_id: study.id,
    critical_id: stored.id,
    created_by: stored.opened_by_id,
    state: 'Waiting',
    created: now,
  })
  const detail = { channel, purpose: 'Notification', state: 'Waiting' }
  audited({ clientId, userId: undefined, action: 'send', type: 'message', recordId: id, detail, at: now })
  await addJob({ name: SEND_MESSAGE }, [id])
}

/** Writes the outcome to the record; every device then shows it. */
async function noteStep(
  { tx, now, changed, audited }: Write,
  study: LockedStudy,
  stored: StoredCritical,
  step: Pick<NewStep, 'kind' | 'toldName'>,
): Promise<void> {
  const { client_id: clientId, id, rev } = stored
  await insertStep(tx, stored, { ...step, at: now })
  await updateCritical(tx, stored, {})
  changed({ type: 'critical', id, rev: rev + 1, scopes: studyScopes(study) })
  const detail = { study_id: study.id, step: step.kind }
  audited({
    clientId,
    userId: undefined,
    action: 'send_link',
    type: 'critical',
    recordId: id,
    detail,
    at: now,
  })
}
