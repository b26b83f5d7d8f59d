import type { DraftRow, OutboxRow } from '#src/db/work-database.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { draftOf } from './draft.ts'
import { type Conflict, findConflictRow, findTheirs } from './settle-conflict.ts'

export type { Conflict }

/** The two texts of a report that was changed elsewhere meanwhile; undefined if there is no conflict. */
export function useConflict(reportId: string): Conflict | undefined {
  return useLive(conflictOf(reportId), reportId).answer
}

interface Stored {
  refused: OutboxRow | undefined
  draft: DraftRow | undefined
}

function conflictOf(reportId: string): LiveQuestion<Stored, Conflict | undefined> {
  return {
    read: async ({ databases: { work } }) => {
      const [rows, draft] = await Promise.all([
        work.outbox.where('record').equals(`report:${reportId}`).sortBy('seq'),
        work.drafts.get(reportId),
      ])
      return { refused: findConflictRow(rows), draft }
    },
    open: async ({ refused, draft }, { databases }) => {
      if (!refused || !draft) return undefined
      const theirs = findTheirs(await databases.outbox.open(refused))
      return theirs && { mine: draftOf(await databases.drafts.open(draft)), theirs }
    },
  }
}
