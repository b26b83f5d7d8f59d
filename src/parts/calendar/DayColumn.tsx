import { memo } from 'react'
import classes from './calendar.module.css'
import { shortDay } from './DayHeads.tsx'
import type { DayFrame } from './day-frame.ts'
import { EventBox } from './EventBox.tsx'
import type { CalendarEvent } from './event.ts'
import type { Placed } from './lay-out.ts'
import { clockOfMinutes, type OpenHours } from './slots.ts'
import type { Dragged, GrabPoint } from './use-dragging.ts'
import { CALENDAR_WORDS as WORDS } from './words.ts'

export interface DayColumnProps {
  /** Its index among the days, from 0. */
  at: number
  frame: DayFrame
  hours: OpenHours
  shown: OpenHours
  scale: number
  /** The free slots, by their start. */
  slots: readonly number[]
  slotMinutes: number
  placed: readonly Placed<CalendarEvent>[]
  chosen: { start: number; end: number } | undefined
  now: number
  /** The start of the slot with the keyboard cursor, if it is in this day. */
  cursor: number | undefined
  dragged: Dragged | undefined
  draggedId: string | undefined
  onPick: (start: number) => void
  onOpen: (event: CalendarEvent) => void
  onGrab: (event: CalendarEvent, at: GrabPoint) => void
}

/** One day: its free slots, appointments, past time, and a dragged appointment. */
export const DayColumn = memo(function Column(props: DayColumnProps) {
  const { frame, shown, scale, hours, placed, now, chosen, dragged, draggedId } = props
  const topOf = (ms: number) => (frame.minutesAt(ms) - shown.open) * scale
  const pastHeight = Math.max(0, Math.min(topOf(now), (shown.close - shown.open) * scale))
  const isToday = now >= frame.start && now < frame.end
  return (
    <div className={classes.day} data-day={props.at}>
      <Slots {...props} />
      {pastHeight > 0 && <div className={classes.past} style={{ height: pastHeight }} />}
      <Closed from={shown.open} to={hours.open} shown={shown} scale={scale} />
      <Closed from={hours.close} to={shown.close} shown={shown} scale={scale} />
      {placed.map(({ item, column, columns }) => (
        <EventBox
          key={item.id}
          event={item}
          from={frame.minutesAt(item.start)}
          to={frame.minutesAt(item.end)}
          top={topOf(item.start)}
          height={Math.max(18, ((item.end - item.start) / 60_000) * scale - 2)}
          column={column}
          columns={columns}
          isDragged={item.id === draggedId}
          onOpen={props.onOpen}
          onGrab={props.onGrab}
        />
      ))}
      {chosen && chosen.start >= frame.start && chosen.start < frame.end && (
        <div
          className={classes.chosen}
          style={{ top: topOf(chosen.start), height: ((chosen.end - chosen.start) / 60_000) * scale }}
        >
          {WORDS.chosen}
        </div>
      )}
      {dragged && (
        <div
          className={classes.ghost}
          data-refused={dragged.refusal !== undefined || undefined}
          style={{
            top: (dragged.minutes - shown.open) * scale,
            height: ((dragged.event.end - dragged.event.start) / 60_000) * scale - 2,
          }}
        >
          {clockOfMinutes(dragged.minutes)} {dragged.refusal && WORDS[dragged.refusal]}
        </div>
      )}
      {isToday && <div className={classes.now} style={{ top: topOf(now) }} />}
    </div>
  )
})

function Closed({ from, to, shown, scale }: { from: number; to: number; shown: OpenHours; scale: number }) {
  if (to <= from) return null
  return (
    <div
      className={classes.closed}
      style={{ top: (from - shown.open) * scale, height: (to - from) * scale }}
    />
  )
}

/** One button per slot: keyboard access to free slots. */
function Slots({ at, frame, shown, scale, slots, slotMinutes, now, cursor, onPick }: DayColumnProps) {
  const day = shortDay(frame.day)
  return slots.map((minutes) => {
    const start = frame.instantAt(minutes)
    const name = (start < now ? WORDS.past : WORDS.free)(day, clockOfMinutes(minutes))
    return (
      <button
        key={minutes}
        type="button"
        className={classes.slot}
        style={{ top: (minutes - shown.open) * scale, height: slotMinutes * scale }}
        aria-label={name}
        tabIndex={cursor === minutes ? 0 : -1}
        data-at={`${at}/${minutes}`}
        onClick={() => onPick(start)}
      />
    )
  })
}
