import { type KeyboardEvent, useState } from 'react'
import { type SlotPosition, standIn, stepFrom } from './free-slots.ts'

/** Returns the keyboard cursor among the days' slots: one of them is the tab stop, the arrows move from it. */
export function useSlotKeys(days: readonly (readonly number[])[]) {
  const [stood, setStood] = useState<SlotPosition>({ day: 0, at: 0 })
  const cursor = standIn(stood, days)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const position = (event.target as HTMLElement).dataset.at
    if (position === undefined) return
    const [day = 0, at = 0] = position.split('/').map(Number)
    const next = stepFrom({ day, at }, event.key, days)
    if (!next) return
    event.preventDefault()
    setStood(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-at="${next.day}/${next.at}"]`)?.focus()
  }
  return { cursor, onKeyDown }
}
