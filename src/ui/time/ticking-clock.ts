import { useSyncExternalStore } from 'react'
import { TICK_MS } from '#domain/time/intervals.ts'

const listeners = new Set<() => void>()
let shown = Date.now()
let scrolledAt = 0
let timer: ReturnType<typeof setInterval> | undefined

/** A scrolling list is not read to the second: its cells wait for the first tick after it stops. */
const REST_MS = 200

function tick(): void {
  const now = Date.now()
  if (now - scrolledAt < REST_MS) return
  shown = now
  for (const listener of listeners) listener()
}

function onScroll(): void {
  scrolledAt = Date.now()
}

// A hidden page needs no ticks, and must be correct at once when it becomes visible.
function onVisibilityChange(): void {
  if (document.hidden) stop()
  else {
    tick()
    start()
  }
}

function start(): void {
  timer ??= setInterval(tick, TICK_MS)
}

function stop(): void {
  clearInterval(timer)
  timer = undefined
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    shown = Date.now()
    document.addEventListener('visibilitychange', onVisibilityChange)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    if (!document.hidden) start()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop()
    document.removeEventListener('visibilitychange', onVisibilityChange)
    document.removeEventListener('scroll', onScroll, { capture: true })
  }
}

const still = () => () => {}
const snapshot = () => shown

/**
 * The time in milliseconds, updated every second while `isRunning`. All ticking cells share one timer, and only they
 * rerender, not the rows around them.
 */
export function useTickingTime(isRunning: boolean): number {
  return useSyncExternalStore(isRunning ? subscribe : still, snapshot)
}
