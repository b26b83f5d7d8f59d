import type { PaymentStatus } from '#domain/status/payment-status.ts'

/** A slot in the calendar: who, when, and its status. */
export interface CalendarEvent {
  /** The id of the slot (appt_machine_id). */
  id: string
  visitId: string
  /** Milliseconds. */
  start: number
  end: number
  name: string
  /** The services, and the visit's number. */
  detail: string
  /** Label and colour of the visit's status. */
  status: { label: string; colour: string }
  payment: PaymentStatus
  isVip: boolean
  /** Waits on this device: the server may still refuse it. */
  isTentative: boolean
  canMove: boolean
  /** Why it cannot be moved, if it cannot. */
  stuck: string | undefined
}
