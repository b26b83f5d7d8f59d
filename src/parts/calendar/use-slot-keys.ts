import { type KeyboardEvent, useState } from 'react'
import { type SlotPlace, standIn, stepFrom } from './free-slots.ts'

/** Returns the keyboard cursor among the days' slots: one of them is the tab stop, the arrows move from it. */
export function useSlotKeys(days: readonly (readonly number[])[]) {
  const [stood, setStood] = useState<SlotPlace>({ day: 0, at: 0 })
  const cursor = standIn(stood, days)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const place = (event.target as HTMLElement).dataset.at
    if (place === undefined) return
    const [day = 0, at = 0] = place.split('/').map(Number)
    const next = stepFrom({ day, at }, event.key, days)
    if (!next) return
    event.preventDefault()
    setStood(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-at="${next.day}/${next.at}"]`)?.focus()
  }
  return { cursor, onKeyDown }
}
