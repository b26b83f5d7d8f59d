import { TYPING_PAUSE_MS } from '#domain/time/intervals.ts'

/** Somebody who types without a pause is still written down this often. */
const LONGEST_WAIT_MS = 2_000

export interface PauseWriter {
  /** A key was pressed: the text will be read at the next pause. */
  touch: () => void
  /** Reads the text now if anything is waiting. */
  flush: () => void
  /** True between a key and the reading that follows it. */
  isWaiting: () => boolean
  stop: () => void
}

/** Calls `write` at a pause in typing, at the latest every two seconds; reading the text at each key would be felt. */
export function serialiseAtPause(write: () => void, pauseMs: number = TYPING_PAUSE_MS): PauseWriter {
  let pause: ReturnType<typeof setTimeout> | undefined
  let longest: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(pause)
    clearTimeout(longest)
    pause = undefined
    longest = undefined
  }
  const flush = () => {
    if (longest === undefined) return
    stop()
    write()
  }
  return {
    touch: () => {
      clearTimeout(pause)
      pause = setTimeout(flush, pauseMs)
      longest ??= setTimeout(flush, LONGEST_WAIT_MS)
    },
    flush,
    isWaiting: () => longest !== undefined,
    stop,
  }
}
