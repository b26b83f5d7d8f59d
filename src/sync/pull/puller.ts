import { Subject } from 'rxjs'
import type { StudyRow } from '#contract/calls/studies.ts'
import { syncCalls } from '#contract/calls/sync.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { withQuotaRetry, withQuotaRetryForCopies } from '#src/db/quota.ts'
import type { Caller } from '../api/caller.ts'
import { ApiError } from '../api/errors.ts'
import { sendFilesAgain } from '../files/send-again.ts'
import { returnLost } from '../journal/return-lost.ts'
import { pruneAcked } from '../outbox/settle/prune-acked.ts'
import { applyBatch, type PullAnswer } from './apply-batch.ts'
import { type CacheState, readCacheState } from './cache-state.ts'
import { dropLostInPortions, lostScopes } from './drop-lost.ts'
import { noteEpoch } from './epoch.ts'
import { evictBeyondWindow, forgetCopies, recordsInUse } from './evict.ts'

/** Studies whose copies changed: their ids, or `all` if there are too many to list. */
export type StudyChange = string[] | 'all'

export interface Puller {
  /** Brings the copies up to date; a call during a pull causes one more round. Throws what the call throws. */
  pull: () => Promise<void>
  /** Whether the last finished pull had read the feed up to `pos`. */
  hasReached: (pos: number) => boolean
  /** Runs `work` while no batch of a pull is written; pulls wait for it. */
  between: <T>(work: () => Promise<T>) => Promise<T>
  studies$: Subject<StudyChange>
  /** The studies of an applied batch, opened; emits before `studies$` names them. */
  opened$: Subject<StudyRow[]>
  /** The rights mark of the caller, as each answer brings it. */
  rights$: Subject<string>
}

/** Batch size after the first batch, when much is to come. */
const MORE_ROWS = 1_000

/** The prefetched batch after the one being written. */
interface Ahead {
  cursor: string
  answer: Promise<PullAnswer>
}

/**
 * Fetches what the server has and this device lacks, batch by batch. Calls `onWaiting` if acknowledged work must be sent
 * again because the server was restored from a backup.
 */
export function createPuller(
  databases: Databases,
  call: Caller,
  onWaiting: () => void = () => undefined,
): Puller {
  const studies$ = new Subject<StudyChange>()
  const opened$ = new Subject<StudyRow[]>()
  const rights$ = new Subject<string>()
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let reached = -1
  const inTurn = createTurns()

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
        applyBatch(databases, state, answer, used),
      )
      if (applied && applied.studies.length > 0) {
        opened$.next(studiesOf(answer))
        studies$.next(applied.studies)
      }
      if (applied && !answer.more) return finish(answer)
      // Another tab of this device has pulled in the meantime and stored its rows.
      if (!applied && !answer.more) return undefined
    }
  }

  // Prefetch the next batch while this one is written; discard it if the cursor has moved.
  function askAhead(cursor: string): Ahead {
    const answer = call(syncCalls.pull, { cursor, limit: MORE_ROWS })
    answer.catch(() => undefined)
    return { cursor, answer }
  }

  // Undefined if the copies must be fetched again: the feed no longer reaches back, or the server was restored.
  async function askOrResync(state: CacheState, ahead: Ahead | undefined): Promise<PullAnswer | undefined> {
    try {
      const first = state.cursor === undefined ? {} : { cursor: state.cursor }
      const isAhead = ahead !== undefined && ahead.cursor === state.cursor
      const answer = await (isAhead ? ahead.answer : call(syncCalls.pull, first))
      // Before the copies are dropped: commands that return to the outbox keep the records that they refer to.
      if (await bringBackLost(databases, call, answer.epoch)) onWaiting()
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
      // At once: later calls must not get the result of what was read before.
      running = undefined
    }
  }

  return {
    studies$,
    opened$,
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

/** Returns a function that runs what it is given one after the other. */
function createTurns() {
  let turn: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }
}

/** Brings back to the outbox what a restored server has lost; returns whether anything waits to be sent again. */
async function bringBackLost(databases: Databases, call: Caller, epoch: string): Promise<boolean> {
  const sendAgain = (ids: readonly string[]) => sendFilesAgain(databases, ids)
  const count = await withQuotaRetry(databases.cache, () =>
    returnLost(databases.work, call, epoch, sendAgain),
  )
  const hasMore = await withQuotaRetry(databases.cache, () => noteEpoch(databases.work, epoch))
  return count > 0 || hasMore
}

/** Returns the studies that an answer brings. */
const studiesOf = ({ rows }: PullAnswer): StudyRow[] =>
  rows.flatMap((row) => (row.type === 'study' && row.op === 'put' ? [row.body] : []))

const NOBODY: ReadonlySet<string> = new Set()

/** Whether a batch removes anything from the device; only then do the records in use matter. */
function takesAway(state: CacheState, answer: PullAnswer): boolean {
  return lostScopes(state, answer).length > 0 || answer.rows.some(({ op }) => op === 'leave')
}
