import { Dexie } from 'dexie'
import type { StudyRow } from '#contract/calls/studies.ts'
import { isSigned, REPORT_STATUSES } from '#domain/status/report-status.ts'
import type { StudyCopy } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { readWaiting } from '#src/db/waiting-changes.ts'
import { openShown, type StoredRecords } from '../desk/merged-record.ts'
import type { Device } from '../device.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'

const UNSIGNED = REPORT_STATUSES.filter((status) => !isSigned(status))

/**
 * Returns this device's unsigned studies, with the waiting changes; undefined until they are read. Uses the status
 * index: a freshly started device has them long before all of its studies are in memory.
 */
export function useUnsignedStudies(isWanted: boolean): readonly StudyRow[] | undefined {
  return useLive(isWanted ? STUDIES : NOTHING, `unsigned ${isWanted}`).answer
}

const STUDIES: LiveQuestion<StoredRecords, readonly StudyRow[]> = {
  read: ({ databases }: Device) => readUnsigned(databases),
  open: (stored, { databases }) => openUnsigned(databases, stored),
}

/** The same studies, read once. */
export const findUnsignedStudies = async (databases: Databases): Promise<StudyRow[]> =>
  openUnsigned(databases, await readUnsigned(databases))

async function readUnsigned({ cache, work }: Databases): Promise<StoredRecords> {
  const waiting = await readWaiting(work, 'study')
  const found = new Map<string, StudyCopy>()
  for (const status of UNSIGNED) {
    const rows = await cache.studies
      .where('[status+received]')
      .between([status, Dexie.minKey], [status, Dexie.maxKey])
      .toArray()
    for (const row of rows) found.set(row.id, row)
  }
  // A waiting change may have withdrawn a signature.
  const others = [...new Set(waiting.map(({ record }) => record))].filter((id) => !found.has(id))
  for (const row of await cache.studies.bulkGet(others)) if (row) found.set(row.id, row)
  return { copies: [...found.values()], waiting: waiting.filter(({ record }) => found.has(record)) }
}

const openUnsigned = async (databases: Databases, stored: StoredRecords) =>
  (await openShown(databases, 'study', stored)).filter(({ status }) => !isSigned(status))

const NOTHING: LiveQuestion<StoredRecords, readonly StudyRow[]> = {
  read: async () => ({ copies: [], waiting: [] }),
  open: async () => [],
}
