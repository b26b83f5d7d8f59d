import type { StudyRow } from '#contract/calls/studies.ts'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import type { StudyPartCopy } from '#src/db/cache-database.ts'
import { openWaiting, readWaiting, withWaiting } from '#src/db/waiting-changes.ts'
import type { OverlayRow } from '#src/db/work-database.ts'
import type { Device } from '../device.ts'
import { localRecords } from '../outbox/local-records.ts'
import { useSession } from '../session/session.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'

/** An open critical result with its study, where this device holds that. */
export interface OpenCritical {
  critical: CriticalRow
  study: StudyRow | undefined
}

const NONE: readonly OpenCritical[] = []

/** Critical results that wait for the person signed in to tell somebody, oldest first. */
export function useOpenCriticals(): readonly OpenCritical[] {
  const userId = useSession()?.user_id ?? ''
  return useLive(questionFor(userId), userId).answer ?? NONE
}

interface Stored {
  copies: StudyPartCopy[]
  waiting: OverlayRow[]
}

function questionFor(userId: string): LiveQuestion<Stored, OpenCritical[]> {
  return {
    // Critical results are few: all that the device holds are looked at.
    read: async ({ databases: { cache, work } }) => {
      const [copies, waiting] = await Promise.all([cache.criticals.toArray(), readWaiting(work, 'critical')])
      return { copies, waiting }
    },
    open: async (stored, device) => {
      const all = await openAll(stored, device)
      const own = all.filter(({ closed_on, doctor_id }) => closed_on === null && doctor_id === userId)
      own.sort((a, b) => Date.parse(a.opened_on) - Date.parse(b.opened_on))
      const records = localRecords(device.databases)
      return Promise.all(
        own.map(async (critical) => ({ critical, study: await records.findStudy(critical.study_id) })),
      )
    },
  }
}

async function openAll({ copies, waiting }: Stored, { databases }: Device): Promise<CriticalRow[]> {
  const [opened, changes] = await Promise.all([
    databases.criticals.openAll(copies),
    openWaiting(databases, waiting),
  ])
  const known = new Map(opened.map(({ id, body }) => [id, body]))
  return [...new Set([...known.keys(), ...changes.keys()])]
    .map((id) => withWaiting(known.get(id) ?? ({ id, rev: 0 } as CriticalRow), changes.get(id)))
    .filter((critical) => critical.study_id !== undefined)
}
