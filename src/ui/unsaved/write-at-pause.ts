import { TYPING_LONGEST_MS, TYPING_PAUSE_MS } from '#domain/time/intervals.ts'

export interface PauseWriter {
  /** A key was pressed: the text is read at the next pause. */
  touch: () => void
  /** Reads the text now if anything is waiting. */
  flush: () => void
  /** True between a key and the read that follows it. */
  isWaiting: () => boolean
  stop: () => void
}

/**
 * Calls `write` at a pause in typing, and every 400 ms of continuous typing; reading a long text at each key would be
 * noticeable.
 */
export function writeAtPause(write: () => void): PauseWriter {
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
      pause = setTimeout(flush, TYPING_PAUSE_MS)
      longest ??= setTimeout(flush, TYPING_LONGEST_MS)
    },
    flush,
    isWaiting: () => longest !== undefined,
    stop,
  }
}
