import '@mantine/dates/styles.layer.css'
import { Button, Group } from '@mantine/core'
import { TimeGrid } from '@mantine/dates'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatClock } from '#domain/time/formats.ts'
import type { TimeText } from '#domain/time/typed-time.ts'
import classes from './dates.module.css'
import { useTimeLanguage } from './time-language.ts'

export interface TimePanelProps {
  time: TimeText
  /** The zone of the clock that the Now button uses. */
  zone: string
  canClear: boolean
  onTime: (time: TimeText) => void
}

const COLUMNS = 4
const STEP_MINUTES = 30
const TIMES = Array.from({ length: (24 * 60) / STEP_MINUTES }, (_, index) => {
  const minutes = index * STEP_MINUTES
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
})
const MOVES: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
}

/** The half hours of a day; other minutes must be typed. */
export default function TimePanel({ time, zone, canClear, onTime }: TimePanelProps) {
  const words = useTimeLanguage()
  const [now] = useState(() => formatClock(new Date(), zone))
  const box = useRef<HTMLDivElement>(null)
  // The last half hour that has begun.
  const first = TIMES.findLast((one) => one <= (time || now)) ?? TIMES[0]
  // The time that has the focus, or had it last: the popover's focus trap focuses it in a timer, after the first key.
  const [focused, setFocused] = useState(first)
  useEffect(() => {
    const button = box.current?.querySelector<HTMLElement>('[data-autofocus]')
    button?.focus()
    button?.scrollIntoView({ block: 'center' })
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === event.target)
    if (move === undefined || at < 0) return
    event.preventDefault()
    buttons[at + move]?.focus()
  }
  return (
    <>
      <div ref={box} dir="ltr" className={classes.times} onKeyDown={onKeyDown}>
        <TimeGrid
          data={TIMES}
          value={time === '' ? null : time}
          format={words.clock}
          size="xs"
          simpleGridProps={{ cols: COLUMNS, spacing: 4, verticalSpacing: 4 }}
          classNames={{ control: classes.time }}
          getControlProps={(one) => ({
            tabIndex: one === focused ? 0 : -1,
            'data-autofocus': one === focused || undefined,
            onFocus: () => setFocused(one),
            // The grid itself does not report a click on the time that is already chosen.
            onClick: () => onTime(one),
          })}
        />
      </div>
      <Group justify="space-between" mt={8}>
        <Button variant="subtle" size="compact-sm" onClick={() => onTime(formatClock(new Date(), zone))}>
          {words.now}
        </Button>
        {canClear && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onTime('')}>
            {words.clear}
          </Button>
        )}
      </Group>
    </>
  )
}
