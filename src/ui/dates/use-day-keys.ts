import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DayText } from '#domain/time/zones.ts'
import { dayOfKey } from './day-keys.ts'

export interface DayKeys {
  box: RefObject<HTMLDivElement | null>
  /** A day of the month that is shown (the first one, where several are). */
  shown: DayText
  show: (day: DayText) => void
  onKeyDownCapture: (event: KeyboardEvent) => void
}

export interface DayKeysOptions {
  /** Where the focus goes as the calendar opens. */
  first: DayText
  /** How many months stand beside each other. */
  months: number
  min?: DayText | undefined
  max?: DayText | undefined
}

const monthNumber = (day: DayText) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

const TURNED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }
const turned = (key: string) => TURNED[key] ?? key
/** True where days run from right to left. */
const isTurned = (box: Element | null) => box?.closest('[dir]')?.getAttribute('dir') === 'rtl'

/** The keys of a calendar: they move over the ends of months too, which Mantine's own do not. */
export function useDayKeys({ first, months, min, max }: DayKeysOptions): DayKeys {
  const box = useRef<HTMLDivElement>(null)
  const [shown, show] = useState(first)
  const focus = (day: DayText) =>
    box.current?.querySelector<HTMLElement>(`[data-day="${day}"]:not([data-outside])`)?.focus()

  // As it opens, once: later the focus is where the person brought it.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => focus(first), [])

  const onKeyDownCapture = (event: KeyboardEvent) => {
    const day = event.target instanceof HTMLElement ? event.target.dataset.day : undefined
    const next =
      day &&
      dayOfKey(isTurned(box.current) ? turned(event.key) : event.key, event.shiftKey, day, { min, max })
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    const distance = monthNumber(next) - monthNumber(shown)
    if (distance < 0 || distance >= months) flushSync(() => show(next))
    focus(next)
  }
  return { box, shown, show, onKeyDownCapture }
}
