import { v7 as mintId } from 'uuid'
import { emailProblem } from '#domain/message/recipient.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { zoneOfBranch } from '../branches/public/zone-of-branch.ts'
import { SEND_MESSAGE } from '../messages/public/job-name.ts'
import type { SealedTexts } from '../messages/public/sealed-text.ts'
import { channelsSetUp, findWaySettings } from '../messages/public/settings.ts'
import { insertMessage } from '../messages/public/store.ts'
import type { LockedStudy } from '../studies/public/write-store.ts'
import type { StoredCritical } from './public/store.ts'
import type { ToldPerson } from './told-people.ts'

export interface StepMailDeps {
  texts: SealedTexts
  /** The mail server of the installation. */
  smtpUrl: string | undefined
  publicUrlOf: (clientId: string) => string | undefined
}

const SUBJECTS = {
  Reminded: 'A critical result waits for you',
  Escalated: 'A critical result that nobody was told of yet',
} as const

/**
 * Sends letters about an open critical result to these people of the centre; a letter names study and time, never the
 * patient.
 */
export async function mailStep(
  deps: StepMailDeps,
  { tx, now, audited, addJob }: Write,
  {
    step,
    study,
    stored,
    people,
  }: {
    step: keyof typeof SUBJECTS
    study: LockedStudy
    stored: StoredCritical
    people: readonly ToldPerson[]
  },
): Promise<void> {
  const { client_id: clientId, id: studyId } = study
  const reachable = people.filter(({ email }) => emailProblem(email) === undefined)
  if (reachable.length === 0) return
  // Without a mail server people are notified in the app only; messages that cannot be sent are not stored.
  if (!channelsSetUp(await findWaySettings(tx, clientId), deps.smtpUrl).has('E')) return
  const zone = (await zoneOfBranch(tx, clientId, study.branch_id)) ?? 'UTC'
  const text = textOf(study, formatDateTime(stored.opened_on, zone), deps.publicUrlOf(clientId))
  for (const { email } of reachable) {
    const id = mintId()
    await insertMessage(tx, {
      client_id: clientId,
      id,
      channel: 'E',
      purpose: 'Notification',
      sent_to: email.trim(),
      subject: SUBJECTS[step],
      body: await deps.texts.seal(id, text),
      study_id: studyId,
      critical_id: stored.id,
      state: 'Waiting',
      created: now,
    })
    const detail = { channel: 'E', purpose: 'Notification', state: 'Waiting' }
    audited({ clientId, userId: undefined, action: 'send', type: 'message', recordId: id, detail, at: now })
    await addJob({ name: SEND_MESSAGE }, [id])
  }
}

function textOf(
  { study_desc, accession_no, id }: LockedStudy,
  opened: string,
  publicUrl: string | undefined,
): string {
  const about = [study_desc, accession_no && `accession number ${accession_no}`].filter(Boolean).join(', ')
  const where = publicUrl === undefined ? '' : `\n\n${publicUrl}/study/${id}?open=critical`
  return `A critical result was opened on ${opened}${about && ` (${about})`}, and nobody has recorded yet that somebody was told.\n\nTell the referring doctor, and record who was told, how and when.${where}`
}
