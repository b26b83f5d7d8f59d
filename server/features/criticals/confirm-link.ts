import { sql } from 'kysely'
import type { ConfirmedCritical, publicCriticalCalls } from '#contract/calls/critical-links.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { secretHash } from '#server/kernel/auth/secret.ts'
import { type Write, write } from '#server/kernel/sync/feed/write.ts'
import { settleCritical, settleOverdueCritical } from '../notifications/public/events.ts'
import { admitTry, giveTryBack } from '../share-links/link-throttle.ts'
import { demandInForce } from '../share-links/links-of-text.ts'
import type { Stranger } from '../share-links/stranger.ts'
import { selectStudyRows, studyScopes } from '../studies/public/store.ts'
import { recallLetters } from './answered-letter.ts'
import { endLinks } from './end-links.ts'
import { findOpenedLink, lockOpenedLink, type OpenedLink } from './opened-link.ts'
import { hasOpenCritical, updateCritical } from './public/store.ts'
import { hasOverdueCritical, insertStep } from './step-store.ts'

type Calls = typeof publicCriticalCalls

/**
 * Returns sender and receiver of a link. Does not use up the link, so that a mail scanner that opens it confirms
 * nothing.
 */
export async function lookAtCritical(
  { secret }: { secret: string },
  stranger: Stranger,
): Promise<OutputOf<Calls['look']>> {
  return withLink(stranger, secret, findOpenedLink, async (opened, { now }) => {
    demandUnused(opened, now)
    const { centre, link, sent_by } = opened
    return { result: { centre, name: link.name, sent_by, expires: link.expires.toISOString() } }
  })
}

/**
 * Confirms the result for the referrer: returns it and sets it to read back. Only the same page may repeat the call.
 */
export async function confirmCritical(
  { secret, page }: { secret: string; page: string },
  stranger: Stranger,
): Promise<OutputOf<Calls['confirm']>> {
  const pageHash = secretHash(page)
  return withLink(stranger, secret, lockOpenedLink, async (opened, work) => {
    const { link } = opened
    const isAgain = link.used_by_hash?.equals(pageHash) === true && link.expires > work.now
    if (!isAgain) {
      demandUnused(opened, work.now)
      await readBack(opened, work, { pageHash, address: stranger.address })
    }
    const [row] = await selectStudyRows(work.tx, link.client_id, [opened.study.id], work.now)
    if (!row) throw unknownLink()
    return { result: shownOf(opened, row, link.used_on ?? work.now) }
  })
}

async function readBack(
  { study, critical, link }: OpenedLink,
  { tx, now, changed, audited, addJob }: Write,
  { pageHash, address }: { pageHash: Buffer; address: string },
): Promise<void> {
  const { client_id: clientId, id } = critical
  await tx
    .updateTable('critical_link')
    .set({ used_on: now, used_by_hash: pageHash })
    .where('client_id', '=', clientId)
    .where('id', '=', link.id)
    .execute()
  await endLinks({ tx, now }, critical)
  await recallLetters({ tx, now }, critical)
  // A call that was recorded earlier stays as recorded.
  const isTold = critical.told_to.trim() !== '' && critical.told_how !== '' && critical.told_on !== null
  const told = { told_to: link.name, told_how: link.channel === 'E' ? 'E_mail' : 'Message', told_on: now }
  await updateCritical(tx, critical, { ...(!isTold && told), read_back: true, closed_on: now })
  await insertStep(tx, critical, { kind: 'Read_Back', at: now, toldName: link.name })
  changed({ type: 'critical', id, rev: critical.rev + 1, scopes: studyScopes(study) })
  const bell = { tx, now, changed, addJob }
  if (!(await hasOpenCritical(tx, study))) await settleCritical(bell, study)
  if (!(await hasOverdueCritical(tx, study))) await settleOverdueCritical(bell, study)
  // The incomplete record of a call, replaced by the read-back, is kept in the audit trail.
  const begun = !isTold &&
    critical.told_to.trim() !== '' && { before: { told_to: critical.told_to, told_how: critical.told_how } }
  const detail = { study_id: study.id, link_id: link.id, address, ...begun }
  // No user acts here: the entry names the link instead.
  audited({
    clientId,
    userId: undefined,
    action: 'read_back',
    type: 'critical',
    recordId: id,
    detail,
    at: now,
  })
}

/** Throws if a link was used, withdrawn or has expired; the message says which. */
function demandUnused({ link, critical, zone }: OpenedLink, now: Date): void {
  if (link.used_on) {
    const when = formatDateTime(link.used_on, zone)
    throw new Refusal(
      'link_over',
      `This link works once, and was used on ${when}. If that was not you, call the centre.`,
    )
  }
  if (critical.closed_on)
    throw new Refusal(
      'link_over',
      'The centre has recorded this result as told already. Call it if you need more.',
    )
  demandInForce(link, now)
}

function shownOf(
  { link, centre, contact_no, sent_by, tag, zone }: OpenedLink,
  study: StudyRow,
  at: Date,
): ConfirmedCritical {
  const { pat_name, pat_id, pat_sex, pat_age, study_desc, modality, study_datetime } = study
  return {
    centre,
    contact_no,
    sent_by,
    pat_name,
    pat_id,
    pat_sex,
    pat_age,
    study_desc,
    modality,
    study_datetime,
    time_zone: zone,
    tag,
    finding: link.finding,
    confirmed_on: at.toISOString(),
  }
}

/**
 * Runs in one transaction of the link's client. For a confirmation, `finds` locks study and record, so that two at once
 * confirm once; for a look it locks nothing, so that report writers are not blocked.
 */
async function withLink<T>(
  { kernel, address }: Stranger,
  secret: string,
  finds: typeof findOpenedLink,
  run: (opened: OpenedLink, work: Write) => Promise<T>,
): Promise<T> {
  const { entry } = kernel.database
  await admitTry(entry, address, kernel.now())
  const found = await entry(async (tx) => {
    const { rows } = await sql<{ client_id: string; link_id: string }>`
      select * from entry.find_critical_link(${secretHash(secret)})`.execute(tx)
    return rows[0]
  })
  if (!found) throw unknownLink()
  await giveTryBack(entry, address)
  const { value } = await write(kernel, found.client_id, async (work) => {
    const opened = await finds(work.tx, found)
    if (!opened) throw unknownLink()
    return run(opened, work)
  })
  return value
}

const unknownLink = () => new Refusal('not_found', 'This link is not valid. Ask the centre for a new one.')
