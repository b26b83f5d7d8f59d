import { VisuallyHidden } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { type DayText, dayAt } from '#domain/time/zones.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import classes from './calendar.module.css'
import { DayColumn } from './DayColumn.tsx'
import { DayHeads } from './DayHeads.tsx'
import { type DayFrame, dayFrame } from './day-frame.ts'
import type { CalendarEvent } from './event.ts'
import { seenSlots } from './free-slots.ts'
import { HourGutter } from './HourGutter.tsx'
import { layOut, type Placed } from './lay-out.ts'
import { scaleOf } from './scale.ts'
import { type BranchTimes, openHoursOf, shownHours, slotsOf } from './slots.ts'
import { useDragging } from './use-dragging.ts'
import { useNow } from './use-now.ts'
import { useSlotKeys } from './use-slot-keys.ts'
import { CALENDAR_WORDS as WORDS } from './words.ts'

export interface CalendarProps {
  days: readonly DayText[]
  zone: string
  /** The branch whose hours bound the slots. */
  branch: BranchTimes | undefined
  slotMinutes: number
  events: readonly CalendarEvent[]
  /** If a slot can take several appointments, a filled one can still be chosen. */
  mayOverlap?: boolean
  /** The appointment being booked. */
  chosen?: { start: number; end: number } | undefined
  /** Called with a chosen free slot; also for past ones, which the caller refuses with its own message. */
  onPick: (start: number) => void
  /** Called when an appointment is dropped at another time. If absent, nothing can be moved. */
  onMove?: ((event: CalendarEvent, start: number) => void) | undefined
  onOpen: (event: CalendarEvent) => void
}

const NONE: readonly CalendarEvent[] = []
const NOTHING: readonly Placed<CalendarEvent>[] = []

/** Days side by side, each with its machine's slots, the appointments, and a line for the current time. */
export function Calendar({
  days,
  zone,
  branch,
  slotMinutes,
  events,
  mayOverlap = false,
  chosen,
  ...acts
}: CalendarProps) {
  const now = useNow()
  const [open_time, close_time] = [branch?.open_time ?? '', branch?.close_time ?? '']
  const hours = useMemo(() => openHoursOf({ open_time, close_time }), [open_time, close_time])
  const body = useRef<HTMLDivElement>(null)
  const byDay = useMemo(() => eventsByDay(events, days, zone), [events, days, zone])
  const shown = useMemo(() => {
    const bookedSlots = days.flatMap((day) => {
      const { minutesAt } = dayFrame(day, zone)
      return (byDay.get(day) ?? NONE).map(({ start, end }) => ({
        from: minutesAt(start),
        to: minutesAt(end),
      }))
    })
    return shownHours(hours, bookedSlots)
  }, [hours, days, byDay, zone])
  const slots = useMemo(() => slotsOf(hours, slotMinutes), [hours, slotMinutes])
  const scale = scaleOf(slotMinutes)
  const grid = { days, zone, hours, slotMinutes, shown, scale }
  const { dragged, grab } = useDragging({ body, grid, events, onMove: acts.onMove })
  const columns = useMemo(
    () =>
      days.map((day) => columnOf(byDay.get(day) ?? NONE, { frame: dayFrame(day, zone), slots, slotMinutes })),
    [days, byDay, zone, slots, slotMinutes],
  )
  const free = useMemo(
    () => columns.map((column) => (mayOverlap ? slots : column.free)),
    [columns, mayOverlap, slots],
  )
  const { cursor, onKeyDown } = useSlotKeys(free)
  const pick = useStableCallback(acts.onPick)
  const open = useStableCallback(acts.onOpen)
  useScrolledToNow(body, { days, from: shown.open, scale, now, zone, opens: hours.open })

  return (
    <div className={classes.calendar} role="group" aria-label={WORDS.label} data-days={days.length}>
      <VisuallyHidden>{WORDS.hint}</VisuallyHidden>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move among the slots' buttons */}
      <div className={classes.scroll} ref={body} onKeyDown={onKeyDown}>
        <DayHeads days={days} today={dayAt(new Date(now), zone)} />
        <div className={classes.body} style={{ height: (shown.close - shown.open) * scale }} data-body>
          <HourGutter shown={shown} scale={scale} />
          {days.map((day, at) => (
            <DayColumn
              key={day}
              at={at}
              frame={dayFrame(day, zone)}
              hours={hours}
              shown={shown}
              scale={scale}
              slots={free[at] ?? slots}
              slotMinutes={slotMinutes}
              placed={columns[at]?.placed ?? NOTHING}
              chosen={chosen}
              now={now}
              cursor={cursor?.day === at ? cursor.at : undefined}
              dragged={dragged?.day === at ? dragged : undefined}
              draggedId={dragged?.event.id}
              onPick={pick}
              onOpen={open}
              onGrab={grab}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

interface DayGrid {
  frame: DayFrame
  slots: readonly number[]
  slotMinutes: number
}

/** Returns the content of a day: its appointments side by side, and the slots that remain visible. */
function columnOf(events: readonly CalendarEvent[], { frame, slots, slotMinutes }: DayGrid) {
  const placed = layOut(events)
  const whole = placed.filter(({ columns }) => columns === 1)
  const bookedSlots = whole.map(({ item }) => ({
    from: frame.minutesAt(item.start),
    to: frame.minutesAt(item.end),
  }))
  return { placed, free: seenSlots(slots, slotMinutes, bookedSlots) }
}

/** Returns the appointments of each day, by their start in the branch's zone. */
function eventsByDay(
  events: readonly CalendarEvent[],
  days: readonly DayText[],
  zone: string,
): Map<DayText, CalendarEvent[]> {
  const byDay = new Map<DayText, CalendarEvent[]>()
  const frames = days.map((day) => dayFrame(day, zone))
  for (const event of events) {
    const frame = frames.find(({ start, end }) => event.start >= start && event.start < end)
    if (!frame) continue
    const list = byDay.get(frame.day)
    if (list) list.push(event)
    else byDay.set(frame.day, [event])
  }
  return byDay
}

interface Opening {
  days: readonly DayText[]
  zone: string
  from: number
  opens: number
  scale: number
  now: number
}

/**
 * Scrolls initially to the current work: to today's column if the days are wider than the screen, an hour before now;
 * to opening time if today is not shown.
 */
function useScrolledToNow(body: { current: HTMLDivElement | null }, opening: Opening): void {
  const opened = useRef<string>(undefined)
  const { days, zone, from, opens, scale, now } = opening
  useEffect(() => {
    const key = `${days[0]} ${days.length} ${from}`
    if (opened.current === key || !body.current || days.length === 0) return
    const today = days.find((day) => day === dayAt(new Date(now), zone))
    const first = today === undefined ? opens : dayFrame(today, zone).minutesAt(now) - 60
    const [corner, head] = body.current.querySelectorAll<HTMLElement>('[data-corner], [data-today]')
    body.current.scrollTo({
      top: Math.max(0, (first - from) * scale),
      // The hours stay at the edge while the days scroll beneath them.
      left: head ? head.offsetLeft - (corner?.offsetWidth ?? 0) : 0,
    })
    opened.current = key
  }, [body, days, zone, from, opens, scale, now])
}
