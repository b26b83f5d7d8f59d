import { Subject } from 'rxjs'
import { syncCalls } from '#contract/calls/sync.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { withQuotaRetry, withQuotaRetryForCopies } from '#src/db/quota.ts'
import type { Caller } from '../api/caller.ts'
import { ApiError } from '../api/errors.ts'
import { sendFilesAgain } from '../files/send-again.ts'
import { returnLost } from '../journal/return-lost.ts'
import { pruneAcked } from '../outbox/prune-acked.ts'
import { applyPage, type PullAnswer } from './apply-page.ts'
import { type CacheState, readCacheState } from './cache-state.ts'
import { dropLostInPortions, lostScopes } from './drop-lost.ts'
import { noteEpoch } from './epoch.ts'
import { evictBeyondWindow, forgetCopies, recordsInUse } from './evict.ts'

/** Studies whose copies changed: these, or more than can be named. */
export type StudyChange = string[] | 'all'

export interface Puller {
  /** Brings the copies up to the server's present state; asked meanwhile, it looks once more. Throws what the call throws. */
  pull: () => Promise<void>
  /** Whether the last pull that came to its end had read the feed up to `pos`. */
  hasReached: (pos: number) => boolean
  /** Runs `work` while no page of a pull is written; pulls wait for it. */
  between: <T>(work: () => Promise<T>) => Promise<T>
  studies$: Subject<StudyChange>
  /** The mark of the caller's rights, as each answer brings it. */
  rights$: Subject<string>
}

/** Where much is to come, the pages after the first are of so many rows. */
const MORE_ROWS = 1_000

/** The page behind the one that is just written, asked for already. */
interface Ahead {
  cursor: string
  answer: Promise<PullAnswer>
}

/**
 * Brings what the server has and this device lacks, page by page. `onWaiting` is told where acknowledged work must be
 * sent again, because the server was restored from a backup.
 */
export function createPuller(
  databases: Databases,
  call: Caller,
  onWaiting: () => void = () => undefined,
): Puller {
  const studies$ = new Subject<StudyChange>()
  const rights$ = new Subject<string>()
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let reached = -1
  let turn: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }

  const sendAgain = (ids: readonly string[]) => sendFilesAgain(databases, ids)

  async function pullOnce(): Promise<void> {
    for (let ahead: Ahead | undefined; ; ) {
      const state = await readCacheState(databases.cache)
      const answer = await askOrResync(state, ahead)
      ahead = answer?.more ? askAhead(answer.cursor) : undefined
      if (!answer) continue
      const dropped = await dropLostInPortions(databases, state, answer)
      if (dropped.length > 0) studies$.next(dropped)
      const used = takesAway(state, answer) ? await recordsInUse(databases) : NOBODY
      const applied = await withQuotaRetryForCopies(databases.cache, () =>
        applyPage(databases, state, answer, used),
      )
      if (applied && applied.studies.length > 0) studies$.next(applied.studies)
      if (applied && !answer.more) return finish(answer)
      // Another page of this device pulled meanwhile: what it brought is brought.
      if (!applied && !answer.more) return undefined
    }
  }

  // The line is busy while the device writes. Where that is not what comes next after all, it is left.
  function askAhead(cursor: string): Ahead {
    const answer = call(syncCalls.pull, { cursor, limit: MORE_ROWS })
    answer.catch(() => undefined)
    return { cursor, answer }
  }

  // Undefined where the copies must be fetched anew: the feed no longer reaches back, or the server was restored.
  async function askOrResync(state: CacheState, ahead: Ahead | undefined): Promise<PullAnswer | undefined> {
    try {
      const first = state.cursor === undefined ? {} : { cursor: state.cursor }
      const isAhead = ahead !== undefined && ahead.cursor === state.cursor
      const answer = await (isAhead ? ahead.answer : call(syncCalls.pull, first))
      // Before the copies are forgotten: what goes back into the outbox keeps the records that it is about.
      const count = await withQuotaRetry(databases.cache, () =>
        returnLost(databases.work, call, answer.epoch, sendAgain),
      )
      const hasMore = await withQuotaRetry(databases.cache, () => noteEpoch(databases.work, answer.epoch))
      if (count > 0 || hasMore) onWaiting()
      if (state.epoch === undefined || state.epoch === answer.epoch) return answer
    } catch (error) {
      const isResync = error instanceof ApiError && error.code === 'resync' && state.cursor !== undefined
      if (!isResync) throw error
    }
    await forgetCopies(databases)
    studies$.next('all')
    return undefined
  }

  async function finish(answer: PullAnswer): Promise<void> {
    if (answer.rights !== undefined) rights$.next(answer.rights)
    reached = answer.pos
    await pruneAcked(databases.work, answer.pos)
    const gone = await evictBeyondWindow(databases, answer)
    if (gone.length > 0) studies$.next(gone)
  }

  async function pullUntilQuiet(): Promise<void> {
    try {
      do {
        isAskedAgain = false
        await pullOnce()
      } while (isAskedAgain)
    } finally {
      // At once: who asks from now on is not answered by what was read before.
      running = undefined
    }
  }

  return {
    studies$,
    rights$,
    hasReached: (pos) => pos <= reached,
    between: inTurn,
    pull: () => {
      isAskedAgain = running !== undefined
      running ??= inTurn(pullUntilQuiet)
      return running
    },
  }
}

const NOBODY: ReadonlySet<string> = new Set()

/** Whether a page takes anything from the device; only then it matters what unsent work is about. */
function takesAway(state: CacheState, answer: PullAnswer): boolean {
  return lostScopes(state, answer).length > 0 || answer.rows.some(({ op }) => op === 'leave')
}
