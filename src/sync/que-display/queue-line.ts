import type { queDisplayCalls } from '#contract/calls/exam-queue.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { ApiError } from '../api/errors.ts'

/** The content of a public display: tokens, and initials if enabled; never a name. */
export type QueueList = OutputOf<typeof queDisplayCalls.list>['result']

export interface QueueState {
  /** The last list that this display received, possibly before the connection went down. */
  list?: QueueList
  /** When it was received, by the display's clock in milliseconds. */
  heardAt?: number
  /** How far the server's clock is ahead of the display's, in milliseconds. */
  skewMs: number
  /** Since when the server has not answered; absent while it does. */
  downSince?: number
  /** The server knows no display at this URL: it was disabled, or has another one. */
  isUnknown: boolean
}

/** A list as stored across reloads of the page. */
export interface KeptList {
  list: QueueList
  heardAt: number
}

/** An unchanged list is stored again this often, so that a display that starts offline knows its age. */
const KEEP_MS = 60_000

/** The dependencies of the queue line; tests replace them. */
export interface QueueLinePorts {
  ask: () => Promise<QueueList>
  /** Calls back at each poke and whenever the stream opens; returns the stop function. */
  listen: (onPoke: () => void) => () => void
  /** Calls back every few seconds; returns the stop function. */
  tick: (onTick: () => void) => () => void
  kept: { read: () => Promise<KeptList | undefined>; write: (kept: KeptList | undefined) => Promise<void> }
  now: () => number
}

/**
 * Keeps a public display up to date until the returned function is called: first the stored list, then the server's at
 * each poke and every few seconds. Offline, the last list stays, with the time since when.
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

  // A full or blocked disk stores nothing; the list is on the screen all the same.
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
  // One request at a time; a poke during it causes one more, so that no change is missed and nothing piles up.
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

/** A list without the time of its request. */
const contentOf = (list: QueueList) => JSON.stringify({ ...list, at: '' })
