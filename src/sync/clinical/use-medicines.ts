import { suggestedMedicines } from '#domain/clinical/prescription-lines.ts'
import { openShown, type StoredRecords } from '../desk/merged-record.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'

const NONE: readonly string[] = []

/** Returns the medicines of this device's prescriptions, most used first. */
export function useMedicines(): readonly string[] {
  return useLive(MEDICINES, 'medicines').answer ?? NONE
}

const MEDICINES: LiveQuestion<StoredRecords, string[]> = {
  read: async ({ databases: { cache } }) => ({ copies: await cache.prescriptions.toArray(), waiting: [] }),
  open: async (stored, { databases }) => {
    const rows = await openShown(databases, 'prescription', stored)
    const newest = rows.sort((a, b) => b.updated.localeCompare(a.updated))
    return suggestedMedicines(newest.flatMap((row) => row.prescriptions.map(({ medicine }) => medicine)))
  },
}
