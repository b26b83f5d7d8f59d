import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DayText } from '#domain/time/zones.ts'
import { dayOfKey } from './day-keys.ts'

export interface DayKeys {
  /** Goes to the element around the calendar. */
  boxProps: {
    ref: RefObject<HTMLDivElement | null>
    onFocus: (event: FocusEvent) => void
    onKeyDownCapture: (event: KeyboardEvent) => void
  }
  /**
   * The day that has the focus, or had it last. It carries `data-autofocus`, because the popover's focus trap focuses
   * that element in a timer, which may run after the first key.
   */
  focused: DayText
  /** A day of the shown month (the first one if there are several). */
  shown: DayText
  show: (day: DayText) => void
}

export interface DayKeysOptions {
  /** The focused day when the calendar opens. */
  first: DayText
  /** Number of months shown side by side. */
  months: number
  min?: DayText | undefined
  max?: DayText | undefined
}

const monthNumber = (day: DayText) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

const TURNED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }
const turned = (key: string) => TURNED[key] ?? key
/** True if days run from right to left. */
const isTurned = (box: Element | null) => box?.closest('[dir]')?.getAttribute('dir') === 'rtl'

const dayOf = (target: EventTarget) => (target instanceof HTMLElement ? target.dataset.day : undefined)

/** Keyboard navigation of a calendar, also across month ends, which Mantine does not support. */
export function useDayKeys({ first, months, min, max }: DayKeysOptions): DayKeys {
  const box = useRef<HTMLDivElement>(null)
  const [shown, show] = useState(first)
  const [focused, setFocused] = useState(first)
  const focus = (day: DayText) =>
    box.current?.querySelector<HTMLElement>(`[data-day="${day}"]:not([data-outside])`)?.focus()

  // Once, when it opens: later the person controls the focus.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => focus(first), [])

  const onFocus = ({ target }: FocusEvent) => {
    const day = dayOf(target)
    if (day) setFocused(day)
  }
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const day = dayOf(event.target)
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
  return { boxProps: { ref: box, onFocus, onKeyDownCapture }, focused, shown, show }
}
