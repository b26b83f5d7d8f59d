import { useEffect, useRef } from 'react'

/** A shorter time than anybody needs to read a report. */
const CALM_MS = 1_500
/** The keys that sign and confirm: pressed again, they say nothing about this report. */
const OF_SIGNING: ReadonlySet<string> = new Set(['Enter', ' ', 'Control', 'Meta', 'Shift', 'Alt', 'AltGraph'])

/**
 * Returns a function that tells whether a signature is an accidental second press of the previous one. In a
 * report that opened after another one it is, until 1.5 s have passed since it opened and since the last such
 * press, or until another key was pressed.
 */
export function useDoubledPress(isFollowing: boolean): () => boolean {
  /**
   * The time in milliseconds when the report opened, or was last pressed for; undefined if a signature is
   * intended.
   */
  const last = useRef<number>(undefined)
  useEffect(() => {
    if (!isFollowing) return undefined
    last.current = performance.now()
    const onKey = ({ key, repeat }: KeyboardEvent) => {
      if (!repeat && !OF_SIGNING.has(key)) last.current = undefined
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [isFollowing])
  return () => {
    if (last.current === undefined) return false
    const now = performance.now()
    const isDoubled = now - last.current < CALM_MS
    last.current = isDoubled ? now : undefined
    return isDoubled
  }
}
