import { useEffect, useRef } from 'react'

/** Nobody reads a report in less. */
const CALM_MS = 1_500
/** What the signature before was pressed and agreed to with: pressed once more, it says nothing of this report. */
const OF_SIGNING: ReadonlySet<string> = new Set(['Enter', ' ', 'Control', 'Meta', 'Shift', 'Alt', 'AltGraph'])

/**
 * Tells whether a signature is the second press of the one before. In a report that opened after another one it is, until
 * 1.5 s passed since it opened and since the last such press, or until another key was pressed.
 */
export function useDoubledPress(isFollowing: boolean): () => boolean {
  /** When the report opened, or was last pressed for (milliseconds); undefined where a signature is meant. */
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
