import { useMemo, useRef } from 'react'
import { useStableCallback } from '../use-stable-callback.ts'

/** How long a row must rest under the pointer to count as hovered while the list scrolls. */
const REST_MS = 150

/** Reports to a row that it is hovered. */
export interface Pointing {
  /** The pointer entered a row: `onPointed` is called at once, or after a rest while the list moves. */
  enter: (onPointed: () => void) => void
  /** The pointer left the row. */
  leave: () => void
}

/**
 * Rows that scroll past a resting pointer do not count as hovered: each would create its buttons and discard them in
 * the same frame, and scrolling would stutter.
 */
export function usePointing(isMoving: () => boolean): Pointing {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leave = useStableCallback(() => clearTimeout(timer.current))
  const enter = useStableCallback((onPointed: () => void) => {
    leave()
    if (isMoving()) timer.current = setTimeout(onPointed, REST_MS)
    else onPointed()
  })
  return useMemo(() => ({ enter, leave }), [enter, leave])
}
