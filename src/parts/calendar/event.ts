import type { PaymentStatus } from '#domain/status/payment-status.ts'

/** A stay in the calendar: who, when, and how it stands. */
export interface CalendarEvent {
  /** Of the stay (appt_machine_id). */
  id: string
  visitId: string
  /** Milliseconds. */
  start: number
  end: number
  name: string
  /** What is done, and the visit's number. */
  detail: string
  /** Word and colour of the visit's status. */
  status: { label: string; colour: string }
  payment: PaymentStatus
  isVip: boolean
  /** Waits on this device: the server may yet say otherwise. */
  isTentative: boolean
  canMove: boolean
  /** Why it cannot be moved, where it cannot. */
  stuck: string | undefined
}
