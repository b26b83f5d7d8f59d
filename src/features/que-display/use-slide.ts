import { useEffect, useState } from 'react'
import { QUEUE_DISPLAY_MS } from '#domain/time/intervals.ts'

/** Returns the index of the shown slide, from 0; advances every five seconds and starts again after the last. */
export function useSlide(slides: number): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (slides < 2) return undefined
    const timer = setInterval(() => setTurn((now) => now + 1), QUEUE_DISPLAY_MS)
    return () => clearInterval(timer)
  }, [slides])
  return turn % slides
}
