import { type NotifyContext, notify, settleNotifications } from '../notifications/public/notify.ts'

// One row per person, regardless of the study, and without a causing person, because the name would reveal the
// blinded reader.
type UnattributedContext = Omit<NotifyContext, 'caller'>
const nobodys = ({ tx, now, changed, addJob }: UnattributedContext): NotifyContext => ({
  tx,
  now,
  changed,
  addJob,
})
const eventOf = (kind: 'peer_reading' | 'peer_learning' | 'peer_answer', clientId: string, userId: string) =>
  ({ clientId, kind, subject: { type: 'person', id: userId }, to: [userId] }) as const

/** Notifies a doctor that a second reading waits. */
export const notifyPeerReading = (
  work: UnattributedContext,
  clientId: string,
  readerId: string,
): Promise<void> => notify(nobodys(work), eventOf('peer_reading', clientId, readerId))

/** Notifies a doctor that a colleague has a learning point about one of the doctor's reports. */
export const notifyPeerPoint = (work: UnattributedContext, clientId: string, userId: string): Promise<void> =>
  notify(nobodys(work), eventOf('peer_learning', clientId, userId))

/** Notifies the second reader that a learning point was answered. */
export const notifyPeerAnswer = (
  work: UnattributedContext,
  clientId: string,
  readerId: string,
): Promise<void> => notify(nobodys(work), eventOf('peer_answer', clientId, readerId))

/** Settles the notification once no second reading waits for the doctor. */
export async function settlePeerReadings(
  work: UnattributedContext,
  clientId: string,
  readerId: string,
): Promise<void> {
  const waiting = await work.tx
    .selectFrom('peer_reading')
    .select('id')
    .where('client_id', '=', clientId)
    .where('reader_id', '=', readerId)
    .where('read_on', 'is', null)
    .executeTakeFirst()
  if (!waiting) await settleNotifications(work, eventOf('peer_reading', clientId, readerId))
}

/** Settles the notification once the doctor has read every learning point. */
export async function settlePeerPoints(
  work: UnattributedContext,
  clientId: string,
  userId: string,
): Promise<void> {
  const unseen = await work.tx
    .selectFrom('peer_first as f')
    .innerJoin('peer_reading as p', (on) =>
      on.onRef('p.client_id', '=', 'f.client_id').onRef('p.id', '=', 'f.reading_id'),
    )
    .select('p.id')
    .where('f.client_id', '=', clientId)
    .where('f.user_id', '=', userId)
    .where('f.seen_on', 'is', null)
    .where('p.outcome', 'in', ['Agree_With_Point', 'Differ'])
    .executeTakeFirst()
  if (!unseen) await settleNotifications(work, eventOf('peer_learning', clientId, userId))
}
