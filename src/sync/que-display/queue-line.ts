import type { queDisplayCalls } from '#contract/calls/exam-queue.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { ApiError } from '../api/errors.ts'

/** What a public display shows: tokens, and initials by setting; never a name. */
export type QueueList = OutputOf<typeof queDisplayCalls.list>['result']

export interface QueueState {
  /** The last list that this display was given, now or before the line went down. */
  list?: QueueList
  /** When it was given, by the display's clock in milliseconds. */
  heardAt?: number
  /** How far the server's clock is ahead of the display's, in milliseconds. */
  skewMs: number
  /** Since when the server has not answered; absent while it does. */
  downSince?: number
  /** The server knows no display of this address: it was switched off, or has another one. */
  isUnknown: boolean
}

/** A list as it is kept over a reload of the page. */
export interface KeptList {
  list: QueueList
  heardAt: number
}

/** A list that stands still is kept again this often, so that a display that starts offline knows its age. */
const KEEP_MS = 60_000

/** What the line needs of the world; tests script it. */
export interface QueueLinePorts {
  ask: () => Promise<QueueList>
  /** Calls back at each poke and whenever the stream opens; the answer ends it. */
  listen: (onPoke: () => void) => () => void
  /** Calls back every few seconds; the answer ends it. */
  tick: (onTick: () => void) => () => void
  kept: { read: () => Promise<KeptList | undefined>; write: (kept: KeptList | undefined) => Promise<void> }
  now: () => number
}

/**
 * Keeps a public display up to date until the answer is called: the kept list at once, then the server's at each poke
 * and every few seconds. Without the line the last list stands, with the time since when.
 */
export function openQueueLine(ports: QueueLinePorts, onState: (state: QueueState) => void): () => void {
  let state: QueueState = { skewMs: 0, isUnknown: false }
  let keptAt = 0
  let isClosed = false
  let asking: Promise<void> | undefined
  let isWantedAgain = false
  const set = (next: QueueState) => {
    if (isClosed) return
    state = next
    onState(next)
  }

  // A full or forbidden disk keeps nothing; the list is on the screen all the same.
  const keep = (kept: KeptList | undefined) => {
    void ports.kept.write(kept).catch(() => undefined)
  }
  const hear = (list: QueueList) => {
    const heardAt = ports.now()
    const isNews = state.list === undefined || contentOf(state.list) !== contentOf(list)
    const isDue = isNews || heardAt - keptAt >= KEEP_MS
    set({ list, heardAt, skewMs: Date.parse(list.at) - heardAt, isUnknown: false })
    if (!isDue) return
    keptAt = heardAt
    keep({ list, heardAt })
  }
  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.status === 404) {
      set({ skewMs: state.skewMs, isUnknown: true })
      keep(undefined)
      return
    }
    set({ ...state, downSince: state.downSince ?? state.heardAt ?? ports.now() })
  }
  // One question at a time; a poke during it is asked after it, so that no change is missed and nothing piles up.
  const ask = () => {
    if (asking) {
      isWantedAgain = true
      return
    }
    asking = ports
      .ask()
      .then(hear, fail)
      .finally(() => {
        asking = undefined
        if (!isWantedAgain || isClosed) return
        isWantedAgain = false
        ask()
      })
  }

  void ports.kept.read().then(
    (kept) => {
      if (!kept || state.list !== undefined || state.isUnknown) return
      const isDown = state.downSince !== undefined
      set({ ...state, ...kept, ...(isDown && { downSince: kept.heardAt }) })
    },
    () => undefined,
  )
  const stopTicks = ports.tick(ask)
  const stopListening = ports.listen(ask)
  ask()
  return () => {
    isClosed = true
    stopTicks()
    stopListening()
  }
}

/** A list without the time at which it was asked for. */
const contentOf = (list: QueueList) => JSON.stringify({ ...list, at: '' })
