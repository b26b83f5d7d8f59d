import { useEffect, useState } from 'react'
import { QUEUE_DISPLAY_MS } from '#domain/time/intervals.ts'

/** The slide that is shown, from 0: the next one every five seconds, beginning anew after the last. */
export function useSlide(slides: number): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (slides < 2) return undefined
    const timer = setInterval(() => setTurn((now) => now + 1), QUEUE_DISPLAY_MS)
    return () => clearInterval(timer)
  }, [slides])
  return turn % slides
}
