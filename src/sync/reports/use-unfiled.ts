import type { StudyCopy } from '#src/db/cache-database.ts'
import { showStudy } from '#src/db/listed-study.ts'
import { openWaiting } from '#src/db/waiting-changes.ts'
import type { OverlayRow } from '#src/db/work-database.ts'
import { readStudy } from '../outbox/make/local-records.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { findConflictRow } from './settle-conflict.ts'

/** What the server has not confirmed about a study yet. */
export interface Unfiled {
  /** It is signed or verified on this device only. */
  isStatusHere: boolean
  /** Two texts of one of its reports conflict, and nobody has decided. */
  hasConflict: boolean
}

/** Returns whether a study's signature, verification or text waits for the server or for a person. */
export function useUnfiled(studyId: string): Unfiled {
  return useLive(unfiledOf(studyId), studyId).answer ?? NOTHING
}

const NOTHING: Unfiled = { isStatusHere: false, hasConflict: false }

interface Stored {
  study: { copy: StudyCopy | undefined; waiting: OverlayRow[] }
  hasConflict: boolean
}

const unfiledOf = (studyId: string): LiveQuestion<Stored, Unfiled> => ({
  read: async ({ databases }) => {
    const [study, lane] = await Promise.all([
      readStudy(databases, studyId),
      databases.work.outbox.where('aggregate').equals(`study:${studyId}`).toArray(),
    ])
    return { study, hasConflict: findConflictRow(lane) !== undefined }
  },
  open: async ({ study: { copy, waiting }, hasConflict }, { databases }) => {
    if (!copy || waiting.length === 0) return { isStatusHere: false, hasConflict }
    const [{ body }, changes] = await Promise.all([
      databases.studies.open(copy),
      openWaiting(databases, waiting),
    ])
    return { isStatusHere: showStudy(body, changes.get(copy.id)).isUnfiled === true, hasConflict }
  },
})
