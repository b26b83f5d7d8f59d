import { useCallback, useEffect, useRef } from 'react'

/** A finger that rests this long lifts the appointment under it. */
const HOLD_MS = 450
/** A finger that moves further than this scrolls. */
const SHAKE_PX = 8

interface Point {
  x: number
  y: number
}

/** Waits until a finger has rested where it touched; scrolling or leaving earlier cancels. */
export function useLongPress(): (at: Point, onHeld: () => void) => void {
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  return useCallback(({ x, y }, onHeld) => {
    stop.current?.()
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - x, clientY - y) > SHAKE_PX) end()
    }
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
    const timer = setTimeout(() => {
      end()
      onHeld()
    }, HOLD_MS)
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', end)
    // The browser takes over the touch: it scrolls.
    window.addEventListener('pointercancel', end)
    stop.current = end
  }, [])
}
