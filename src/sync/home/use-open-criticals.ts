import type { StudyRow } from '#contract/calls/studies.ts'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import { criticalsOf } from '#domain/home/criticals.ts'
import type { StudyCopy } from '#src/db/cache-database.ts'
import { readWaiting } from '#src/db/waiting-changes.ts'
import { openShown, type StoredRecords } from '../desk/merged-record.ts'
import type { Device } from '../device.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'

/** A critical result that somebody must be informed of, with its study if this device has it. */
export interface OpenCritical {
  critical: CriticalRow
  study: StudyRow | undefined
}

interface Stored {
  criticals: StoredRecords
  studies: StudyCopy[]
}

/** Returns this device's critical results that are the user's task; undefined until they are read. */
export function useOpenCriticals(userId: string | undefined): readonly OpenCritical[] | undefined {
  return useLive(criticalsFor(userId), `criticals ${userId}`).answer
}

const criticalsFor = (userId: string | undefined): LiveQuestion<Stored, readonly OpenCritical[]> => ({
  read: async ({ databases: { cache, work } }: Device) => {
    if (userId === undefined) return { criticals: { copies: [], waiting: [] }, studies: [] }
    const copies = await cache.criticals.toArray()
    const studies = await cache.studies.bulkGet([...new Set(copies.map(({ study }) => study))])
    return {
      criticals: { copies, waiting: await readWaiting(work, 'critical') },
      studies: studies.filter((study) => study !== undefined),
    }
  },
  open: async ({ criticals, studies }, { databases }) => {
    if (userId === undefined) return []
    const rows = await openShown(databases, 'critical', criticals)
    const opened = await databases.studies.openAll(studies)
    const byId = new Map(opened.map(({ id, body }) => [id, body]))
    return criticalsOf(userId, rows, byId).map((critical) => ({
      critical,
      study: byId.get(critical.study_id),
    }))
  },
})
