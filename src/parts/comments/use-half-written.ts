import { useEffect, useRef, useState } from 'react'
import { findPreference, type HalfWrittenPlace, keepPreference } from '#src/sync/preferences/preference.ts'
import { inOrder } from '#src/sync/reports/in-order.ts'
import { onBeforeLock } from '#src/sync/session/before-lock.ts'

/** A pause in typing after which the words are kept. */
const PAUSE_MS = 300

/**
 * The words of a field that nobody has sent yet, kept sealed on this device: they are there again when the person comes
 * back from another tab or screen, or after a crash. A person without a vault loses them with the field, as before.
 */
export function useHalfWritten(place: HalfWrittenPlace): [string, (words: string) => void] {
  const [words, setWords] = useState('')
  const hasTyped = useRef(false)
  const unkept = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const [keep] = useState(() => async () => {
    clearTimeout(timer.current)
    const latest = unkept.current
    if (latest === undefined) return
    unkept.current = undefined
    try {
      await inOrder(place, () => keepPreference(place, latest === '' ? undefined : latest))
    } catch (error) {
      // The next pause, a lock or leaving tries again, unless something newer was typed.
      unkept.current ??= latest
      throw error
    }
  })
  useEffect(() => {
    let isCurrent = true
    const show = (kept: unknown) => {
      if (isCurrent && !hasTyped.current && typeof kept === 'string') setWords(kept)
    }
    // Without what was kept the field begins empty.
    inOrder(place, () => findPreference(place)).then(show, () => undefined)
    const stop = onBeforeLock(keep)
    return () => {
      isCurrent = false
      stop()
      void keep().catch(() => undefined)
    }
  }, [place, keep])

  const write = (next: string) => {
    hasTyped.current = true
    unkept.current = next
    setWords(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void keep().catch(() => undefined), PAUSE_MS)
  }
  return [words, write]
}
