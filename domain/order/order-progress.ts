import {
  hasVisitStarted,
  isVisitCancelled,
  isVisitCompleted,
  type VisitStatus,
} from '../status/visit-status.ts'

/** States reported to the sender of an order, in the order in which they happen. */
export const ORDER_STATES = ['Started', 'Completed', 'Final', 'Cancelled'] as const
export type OrderState = (typeof ORDER_STATES)[number]

interface StateWords {
  /** For a person. */
  label: string
  /** ORC-5 (HL7 table 0038). */
  orderStatus: 'IP' | 'CM' | 'CA'
  /** OBR-25 (HL7 table 0123); empty if no code expresses it. */
  resultStatus: 'I' | 'F' | 'X' | ''
}

/** How each state is reported; the examination and its report are both CM, distinguished by OBR-25 and ORC-25. */
export const ORDER_STATE_TABLE = {
  Started: { label: 'Arrived, started', orderStatus: 'IP', resultStatus: 'I' },
  Completed: { label: 'Examination completed', orderStatus: 'CM', resultStatus: '' },
  Final: { label: 'Report final', orderStatus: 'CM', resultStatus: 'F' },
  Cancelled: { label: 'Cancelled', orderStatus: 'CA', resultStatus: 'X' },
} as const satisfies Record<OrderState, StateWords>

/** What determines an order's state: its visit, and its live examinations. */
export interface OrderFacts {
  status: VisitStatus
  isRadiology: boolean
  /** True for an examination that is scanned, or whose study has a begun report. */
  examinations: readonly boolean[]
}

const VERIFIED: VisitStatus = 10

/** The states that an order has reached; none before its visit starts, and only Cancelled once it is cancelled. */
export function reachedStates({ status, isRadiology, examinations }: OrderFacts): OrderState[] {
  if (isVisitCancelled(status)) return ['Cancelled']
  if (!hasVisitStarted(status)) return []
  if (!isRadiology) return isVisitCompleted(status) ? ['Started', 'Completed'] : ['Started']
  // A visit whose examinations were all cancelled is not a completed one.
  const isDone = examinations.length > 0 && examinations.every(Boolean)
  if (!isDone) return ['Started']
  return status === VERIFIED || isVisitCompleted(status)
    ? ['Started', 'Completed', 'Final']
    : ['Started', 'Completed']
}

/**
 * True if a connection leads back to the sender of an order: `of` is the sending application and facility joined by a
 * bar, as configured for the connection; empty matches every sender. Case and blanks are ignored.
 */
export function leadsBackTo(of: string, sender: string): boolean {
  const plain = (name: string) =>
    name
      .split('|')
      .map((part) => part.trim().toUpperCase())
      .join('|')
  return of.trim() === '' || plain(of) === plain(sender)
}
