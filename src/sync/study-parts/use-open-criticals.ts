import type { StudyRow } from '#contract/calls/studies.ts'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import { waitsFor } from '#domain/study/critical-rules.ts'
import type { StudyCopy, StudyPartCopy } from '#src/db/cache-database.ts'
import { openWaiting, readWaiting, withWaiting } from '#src/db/waiting-changes.ts'
import type { OverlayRow } from '#src/db/work-database.ts'
import type { Device } from '../device.ts'
import { localRecords, openStudy } from '../outbox/make/local-records.ts'
import { useSession } from '../session/session.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'

/** An open critical result with its study, if this device has it. */
export interface OpenCritical {
  critical: CriticalRow
  study: StudyRow | undefined
}

const NONE: readonly OpenCritical[] = []

/** Returns the critical results that the signed-in user must communicate, oldest first. */
export function useOpenCriticals(): readonly OpenCritical[] {
  const userId = useSession()?.user_id ?? ''
  return useLive(questionFor(userId), userId).answer ?? NONE
}

interface Stored {
  copies: StudyPartCopy[]
  waiting: OverlayRow[]
  /** The studies of the copies: their doctors determine whose task each is. */
  studies: (StudyCopy | undefined)[]
  changes: OverlayRow[]
}

function questionFor(userId: string): LiveQuestion<Stored, OpenCritical[]> {
  return {
    // Critical results are few: read all on this device.
    read: async ({ databases: { cache, work } }) => {
      const [copies, waiting] = await Promise.all([cache.criticals.toArray(), readWaiting(work, 'critical')])
      // Inside the live query, so that assigning a study to another doctor reads again.
      const ids = [...new Set(copies.map(({ study }) => study))]
      const [studies, changes] = await Promise.all([
        cache.studies.bulkGet(ids),
        readWaiting(work, 'study', ids),
      ])
      return { copies, waiting, studies, changes }
    },
    open: async (stored, device) => {
      const all = await openAll(stored, device)
      const open = all.filter(({ closed_on }) => closed_on === null)
      const withStudies = await Promise.all(
        open.map(async (critical) => ({ critical, study: await studyOf(critical, stored, device) })),
      )
      return withStudies
        .filter(({ critical, study }) => waitsFor(userId, study, critical))
        .sort((a, b) => Date.parse(a.critical.opened_on) - Date.parse(b.critical.opened_on))
    },
  }
}

async function studyOf(
  { study_id }: CriticalRow,
  { studies, changes }: Stored,
  { databases }: Device,
): Promise<StudyRow | undefined> {
  const copy = studies.find((study) => study?.id === study_id)
  // A record that exists only here has no copy that would name its study.
  if (!copy) return localRecords(databases).findStudy(study_id)
  return openStudy(databases, { copy, waiting: changes.filter(({ record }) => record === study_id) })
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
