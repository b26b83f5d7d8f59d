import type { WorkDatabase } from '#src/db/work-database.ts'
import { findEpoch } from './known-epoch.ts'

/**
 * The server history that this page's screens were read from. A restore starts another one; until the screens are read
 * again, their content and revisions belong to the earlier one (docs/decisions/266).
 */
export interface PageHistory {
  /** Undefined before the first pull of this device. */
  read: () => string | undefined
  /** The screens were read again: they belong to the history that the device knows now. */
  readAnew: () => Promise<void>
}

/** Starts with the history that the device knows now; if it knows none, with the first that it learns. */
export async function followHistory(work: WorkDatabase): Promise<PageHistory> {
  let history = await findEpoch(work)
  const learn = async () => {
    history ??= await findEpoch(work)
  }
  return {
    read: () => {
      // The first pull learns it, perhaps in another page: look it up until it is there.
      if (history === undefined) void learn().catch(() => undefined)
      return history
    },
    readAnew: async () => {
      history = (await findEpoch(work)) ?? history
    },
  }
}
