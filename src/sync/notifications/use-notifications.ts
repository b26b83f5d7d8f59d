import type { NotificationRow } from '#contract/calls/notifications.ts'
import type { KnownSubject } from '#domain/notification/told-words.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { openNotifications, readNotifications, type StoredNotifications } from './local-notifications.ts'

/** A notification with this device's data of its subject. */
export interface Told {
  notification: NotificationRow
  known: KnownSubject | undefined
}

/** Returns the user's notifications on this device, newest first; undefined until they are read. */
export function useNotifications(): readonly Told[] | undefined {
  return useLive(TOLD, 'notifications').answer
}

const TOLD: LiveQuestion<StoredNotifications, Told[]> = {
  read: async ({ databases }) => {
    const { cache } = databases
    const [stored] = await Promise.all([
      readNotifications(databases),
      // If the subject arrives after its notification, the patient's name appears from then on.
      cache.studies.count(),
      cache.bookingRequests.count(),
    ])
    return stored
  },
  open: async (stored, { databases }) => {
    const rows = await openNotifications(databases, stored)
    const subjects = await knownOf(databases, rows)
    return rows.map((notification) => ({
      notification,
      known: subjects.get(notification.subject_id),
    }))
  },
}

async function knownOf(
  databases: Databases,
  rows: readonly NotificationRow[],
): Promise<ReadonlyMap<string, KnownSubject>> {
  const { cache } = databases
  const idsOf = (type: NotificationRow['subject_type']) => [
    ...new Set(rows.filter(({ subject_type }) => subject_type === type).map(({ subject_id }) => subject_id)),
  ]
  const [studies, requests, patients] = await Promise.all([
    cache.studies.bulkGet(idsOf('study')).then((found) => databases.studies.openAll(there(found))),
    cache.bookingRequests
      .bulkGet(idsOf('booking_request'))
      .then((found) => databases.bookingRequests.openAll(there(found))),
    cache.patients.bulkGet(idsOf('patient')).then((found) => databases.patients.openAll(there(found))),
  ])
  return new Map([
    ...studies.map(({ id, body }) => [id, { name: body.pat_name, about: aboutStudy(body) }] as const),
    ...requests.map(({ id, body }) => [id, { name: nameOf(body), about: body.study_desc }] as const),
    ...patients.map(
      ({ id, body }) => [id, { name: `${body.fname} ${body.lname}`.trim(), about: '' }] as const,
    ),
  ])
}

const there = <Row>(found: readonly (Row | undefined)[]): Row[] => found.filter((row) => row !== undefined)

const aboutStudy = ({ modality, study_desc }: { modality: string; study_desc: string }) =>
  study_desc === '' ? modality : study_desc

const nameOf = ({ pat_first_name, pat_last_name }: { pat_first_name: string; pat_last_name: string }) =>
  `${pat_first_name} ${pat_last_name}`.trim()
