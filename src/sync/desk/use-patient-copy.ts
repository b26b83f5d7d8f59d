import type { PatientRow } from '#contract/calls/patient-desk.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { readWaiting } from '#src/db/waiting-changes.ts'
import { useLive } from '../use-live.ts'
import { openShown, type Shown, type StoredRecords } from './merged-record.ts'

/** Returns a patient as this device shows it; undefined if it has none with that id. */
export function usePatientCopy(id: string): { patient: Shown<'patient'> | undefined; isLoading: boolean } {
  const { answer, isLoading } = useLive(
    {
      read: ({ databases }) => readPatient(databases, id),
      open: (stored, { databases }) => openShown(databases, 'patient', stored),
    },
    `patient ${id}`,
  )
  return { patient: answer?.find((one) => one.id === id), isLoading }
}

/** As usePatientCopy, read once. */
export async function findPatientCopy(databases: Databases, id: string): Promise<PatientRow | undefined> {
  const found = await openShown(databases, 'patient', await readPatient(databases, id))
  return found.find((one) => one.id === id)
}

async function readPatient({ cache, work }: Databases, id: string): Promise<StoredRecords> {
  const [copy, waiting] = await Promise.all([cache.patients.get(id), readWaiting(work, 'patient', [id])])
  return { copies: copy ? [copy] : [], waiting }
}
