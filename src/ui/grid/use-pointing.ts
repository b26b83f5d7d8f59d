import { useMemo, useRef } from 'react'
import { useStableCallback } from '../use-stable-callback.ts'

/** How long a row lies still under the pointer until it counts as pointed at, while the list is scrolled. */
const REST_MS = 150

/** Tells a row that it is pointed at. */
export interface Pointing {
  /** The pointer came onto a row: `onPointed` is called at once, or after a rest while the list moves. */
  enter: (onPointed: () => void) => void
  /** It left the row. */
  leave: () => void
}

/**
 * Rows that run through under a pointer that stands still are not pointed at: each of them would make its buttons and
 * throw them away in the same frame, and the list would stutter.
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
