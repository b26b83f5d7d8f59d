import { IconStarFilled } from '@tabler/icons-react'
import { type CSSProperties, memo } from 'react'
import { PAYMENT_STATUS_TABLE } from '#domain/status/payment-status.ts'
import classes from './calendar.module.css'
import type { CalendarEvent } from './event.ts'
import { clockOfMinutes } from './slots.ts'
import type { GrabPoint } from './use-dragging.ts'
import { CALENDAR_WORDS as WORDS } from './words.ts'

export interface EventBoxProps {
  event: CalendarEvent
  /** Minutes since midnight of the day that it begins on. */
  from: number
  to: number
  top: number
  height: number
  column: number
  columns: number
  isDragged: boolean
  onOpen: (event: CalendarEvent) => void
  onGrab: (event: CalendarEvent, at: GrabPoint) => void
}

const DAY_MINUTES = 1_440
/** Below this height there is room for only one line. */
const TWO_LINES_PX = 40

/** An appointment: name, services, status and payment; dashed while it waits on this device. */
export const EventBox = memo(function Box(props: EventBoxProps) {
  const { event, top, height, column, columns, isDragged, onOpen, onGrab } = props
  const { name, detail, status, payment, isVip, isTentative } = event
  const { label: paymentWord, colour } = PAYMENT_STATUS_TABLE[payment]
  const from = clockOfMinutes(props.from)
  const time = `${from}–${clockOfMinutes(props.to % DAY_MINUTES)}`
  const spoken = [
    WORDS.event(name, time, status.label, paymentWord),
    isVip && WORDS.vip,
    isTentative && WORDS.tentative,
  ]
  const label = spoken.filter(Boolean).join(', ')
  return (
    <button
      type="button"
      className={classes.event}
      style={toned(status.colour, 6, {
        top,
        height,
        left: `calc(${(column / columns) * 100}% + 1px)`,
        width: `calc(${100 / columns}% - 3px)`,
      })}
      data-tentative={isTentative || undefined}
      data-dragged={isDragged || undefined}
      data-short={height < TWO_LINES_PX || undefined}
      data-movable={event.canMove || undefined}
      aria-label={label}
      title={`${label}\n${detail}`}
      onClick={() => onOpen(event)}
      onPointerDown={(down) => {
        if (down.button !== 0) return
        onGrab(event, { x: down.clientX, y: down.clientY, isTouch: down.pointerType === 'touch' })
      }}
    >
      <span className={classes.line}>
        {isVip && <IconStarFilled size={11} className={classes.vip} aria-hidden />}
        <span className={classes.name}>{name}</span>
        <span className={classes.payment} style={toned(colour, 3)}>
          {paymentWord}
        </span>
      </span>
      <span className={classes.detail}>
        {from} {detail}
      </span>
    </button>
  )
})

/** Returns a style with the colour that the stylesheet reads as --tone; React's types lack custom properties. */
function toned(colour: string, shade: number, style: CSSProperties = {}): CSSProperties {
  return { ...style, '--tone': `var(--mantine-color-${colour}-${shade})` } as CSSProperties
}
