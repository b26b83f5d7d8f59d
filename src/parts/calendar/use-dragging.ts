import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DayText } from '#domain/time/zones.ts'
import { isPastStart } from '#domain/visit/end-time.ts'
import { notifyRefusal } from '#src/ui/notes/notify.ts'
import { dayFrame } from './day-frame.ts'
import type { CalendarEvent } from './event.ts'
import { findConflict } from './lay-out.ts'
import { type OpenHours, snapToSlot } from './slots.ts'
import { useLongPress } from './use-long-press.ts'

/** An appointment being dragged: its target, and the objection to that, if any. */
export interface Dragged {
  event: CalendarEvent
  day: number
  minutes: number
  refusal: 'pastDrop' | 'taken' | undefined
}

/** Where an appointment was grabbed, and whether by touch. */
export interface GrabPoint {
  x: number
  y: number
  isTouch: boolean
}

interface Grabbed extends GrabPoint {
  event: CalendarEvent
  /** Distance between its top and the grab point, in minutes. */
  offset: number
}

/** The days, hours and scale of the calendar that an appointment is dragged over. */
interface DragGrid {
  days: readonly DayText[]
  zone: string
  hours: OpenHours
  slotMinutes: number
  shown: OpenHours
  scale: number
}

export interface DraggingOptions {
  body: RefObject<HTMLDivElement | null>
  grid: DragGrid
  events: readonly CalendarEvent[]
  onMove: ((event: CalendarEvent, start: number) => void) | undefined
}

/** A click moves less than this. */
const THRESHOLD_PX = 5

/**
 * Moves an appointment by mouse or pen, or by a finger that rested on it: a finger that moves at once scrolls. Escape
 * cancels.
 */
export function useDragging({ body, grid, events, onMove }: DraggingOptions) {
  const [grabbed, setGrabbed] = useState<Grabbed>()
  const [dragged, setDragged] = useState<Dragged>()

  const move = useEffectEvent((x: number, y: number) => {
    if (!grabbed || !body.current) return
    // A lifted appointment shows at once under a finger.
    const isClick = !grabbed.isTouch && Math.hypot(x - grabbed.x, y - grabbed.y) < THRESHOLD_PX
    if (!dragged && isClick) return
    setDragged(landingAt({ x, y }, grabbed, body.current, grid, events))
  })
  const drop = useEffectEvent(() => {
    if (dragged) {
      const { event, day, minutes } = dragged
      const start = dayFrame(grid.days[day] ?? '', grid.zone).instantAt(minutes)
      if (start !== event.start) onMove?.(event, start)
    }
    leave()
  })
  const leave = () => {
    setGrabbed(undefined)
    setDragged(undefined)
  }
  const isDragged = dragged !== undefined
  useEffect(() => {
    if (!grabbed) return undefined
    if (grabbed.isTouch && !isDragged) move(grabbed.x, grabbed.y)
    const onPointerMove = (event: PointerEvent) => move(event.clientX, event.clientY)
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && leave()
    // The click that follows the drop would open the appointment.
    const onClick = (event: MouseEvent) => isDragged && event.stopPropagation()
    window.addEventListener('pointermove', onPointerMove)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', leave)
    window.addEventListener('keydown', onKey)
    window.addEventListener('click', onClick, true)
    return () => {
      window.removeEventListener('pointermove', onPointerMove)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', leave)
      window.removeEventListener('keydown', onKey)
      // The click comes after pointerup: keep blocking it for one more turn.
      setTimeout(() => window.removeEventListener('click', onClick, true))
    }
  }, [grabbed, isDragged])

  useHeldScroll(body, grabbed?.isTouch === true)

  const { scale } = grid
  const whenHeld = useLongPress()
  const grab = useCallback(
    (event: CalendarEvent, { x, y, isTouch }: GrabPoint) => {
      const column = body.current?.querySelector<HTMLElement>('[data-body]')
      if (!onMove || !column) return
      if (!event.canMove) {
        // A finger that moves on it scrolls; one that rests lifts it.
        if (isTouch) whenHeld({ x, y }, () => sayStuck(event))
        else onceMoved({ x, y }, () => sayStuck(event))
        return
      }
      const frame = grid.days.map((day) => dayFrame(day, grid.zone)).find((one) => event.start < one.end)
      const minutes = frame?.minutesAt(event.start) ?? 0
      const at = grid.shown.open + (y - column.getBoundingClientRect().top) / scale
      const lift = () => setGrabbed({ event, x, y, isTouch, offset: at - minutes })
      if (isTouch) whenHeld({ x, y }, lift)
      else lift()
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the grid is a new object at each drawing; its parts are named
    [body, scale, grid.days, grid.zone, grid.shown.open, onMove !== undefined, whenHeld],
  )
  return { dragged, grab }
}

/** Shows why an appointment cannot be moved. */
function sayStuck({ stuck }: CalendarEvent): void {
  if (stuck !== undefined) notifyRefusal(stuck)
}

/** Calls back once the mouse moves after grabbing. */
function onceMoved(from: { x: number; y: number }, onMoved: () => void): void {
  const over = new AbortController()
  const { signal } = over
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) < THRESHOLD_PX) return
    over.abort()
    onMoved()
  }
  window.addEventListener('pointermove', onMove, { signal })
  window.addEventListener('pointerup', () => over.abort(), { signal })
  window.addEventListener('pointercancel', () => over.abort(), { signal })
}

/** Prevents scrolling and the browser's context menu while a finger drags an appointment. */
function useHeldScroll(body: RefObject<HTMLDivElement | null>, isLifted: boolean): void {
  const lifted = useRef(isLifted)
  useEffect(() => {
    lifted.current = isLifted
  }, [isLifted])
  useEffect(() => {
    const scroll = body.current
    const hold = (event: Event) => lifted.current && event.preventDefault()
    // Registered before the touch begins: the browser decides at that moment whether moves can be prevented.
    scroll?.addEventListener('touchmove', hold, { passive: false })
    scroll?.addEventListener('contextmenu', hold)
    return () => {
      scroll?.removeEventListener('touchmove', hold)
      scroll?.removeEventListener('contextmenu', hold)
    }
  }, [body])
}

function landingAt(
  { x, y }: { x: number; y: number },
  { event, offset }: Grabbed,
  scroll: HTMLElement,
  grid: DragGrid,
  events: readonly CalendarEvent[],
): Dragged {
  const columns = [...scroll.querySelectorAll<HTMLElement>('[data-day]')]
  const found = columns.findIndex((column) => x < column.getBoundingClientRect().right)
  const day = found === -1 ? columns.length - 1 : found
  const top = columns[0]?.getBoundingClientRect().top ?? 0
  const raw = grid.shown.open + (y - top) / grid.scale - offset
  const length = (event.end - event.start) / 60_000
  const minutes = snapToSlot(raw + grid.slotMinutes / 2, grid.hours, grid.slotMinutes, length)
  const start = dayFrame(grid.days[day] ?? '', grid.zone).instantAt(minutes)
  const span = { start, end: start + (event.end - event.start) }
  const taken = findConflict(events, span, (other) => other.visitId === event.visitId)
  const refusal = isPastStart(start, Date.now()) ? 'pastDrop' : taken && ('taken' as const)
  return { event, day, minutes, refusal }
}
