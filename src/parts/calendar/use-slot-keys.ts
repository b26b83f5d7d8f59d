import { type KeyboardEvent, useState } from 'react'

interface Cursor {
  day: number
  slot: number
}

const STEPS: Readonly<Record<string, readonly [day: number, slot: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** Where the keyboard stands among the slots: one of them takes the Tab key, the arrows go on from it. */
export function useSlotKeys(days: number, slots: number) {
  const [at, setAt] = useState<Cursor>({ day: 0, slot: 0 })
  const cursor = { day: Math.min(at.day, days - 1), slot: Math.min(at.slot, Math.max(0, slots - 1)) }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key]
    const place = (event.target as HTMLElement).dataset.at
    if (!step || place === undefined) return
    const [day = 0, slot = 0] = place.split('/').map(Number)
    const next = { day: clamp(day + step[0], days), slot: clamp(slot + step[1], slots) }
    event.preventDefault()
    setAt(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-at="${next.day}/${next.slot}"]`)?.focus()
  }
  return { cursor, onKeyDown }
}

const clamp = (value: number, count: number) => Math.max(0, Math.min(value, count - 1))
