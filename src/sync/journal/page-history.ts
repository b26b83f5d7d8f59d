import type { WorkDatabase } from '#src/db/work-database.ts'
import { findEpoch } from './known-epoch.ts'

/**
 * The server's history that this page's screens were read from. A restore begins another one; until the screens are read
 * anew, what they show, and the revisions that they name, are of the one before (docs/decisions/266).
 */
export interface PageHistory {
  /** Undefined before the first pull of this device. */
  read: () => string | undefined
  /** The screens were read anew: they are of the history that the device knows now. */
  readAnew: () => Promise<void>
}

/** Begins with the history that the device knows now; where it knows none, with the first that it learns. */
export async function followHistory(work: WorkDatabase): Promise<PageHistory> {
  let history = await findEpoch(work)
  const learn = async () => {
    history ??= await findEpoch(work)
  }
  return {
    read: () => {
      // Learnt by the first pull, which may be another page's: asked for until it is there.
      if (history === undefined) void learn().catch(() => undefined)
      return history
    },
    readAnew: async () => {
      history = (await findEpoch(work)) ?? history
    },
  }
}
