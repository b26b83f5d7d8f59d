import { readWaiting } from '#src/db/waiting-changes.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { openShown, type Shown, type StoredRecords } from './merged-record.ts'

/** Returns a patient's visits on this device, newest first; undefined until they are read. */
export function useVisitsOfPatient(patientId: string): readonly Shown<'visit'>[] | undefined {
  return useLive(visitsOf(patientId), `visits of ${patientId}`).answer
}

const visitsOf = (patientId: string): LiveQuestion<StoredRecords, Shown<'visit'>[]> => ({
  read: async ({ databases: { cache, work } }) => {
    const [copies, waiting] = await Promise.all([
      cache.visits.where('patient').equals(patientId).toArray(),
      readWaiting(work, 'visit'),
    ])
    return { copies, waiting }
  },
  open: async (stored, { databases }) =>
    (await openShown(databases, 'visit', stored))
      .filter(({ patient_id }) => patient_id === patientId)
      .toSorted((a, b) => Date.parse(b.start_dt) - Date.parse(a.start_dt)),
})
