import {
  hasVisitStarted,
  isVisitCancelled,
  isVisitCompleted,
  type VisitStatus,
} from '../status/visit-status.ts'

/** What the sender of an order is told of, in the order in which it happens. */
export const ORDER_STATES = ['Started', 'Completed', 'Final', 'Cancelled'] as const
export type OrderState = (typeof ORDER_STATES)[number]

interface StateWords {
  /** For a person. */
  label: string
  /** ORC-5 (HL7 table 0038). */
  orderStatus: 'IP' | 'CM' | 'CA'
  /** OBR-25 (HL7 table 0123); empty where no code says it. */
  resultStatus: 'I' | 'F' | 'X' | ''
}

/** How each state is told; the examination and its report are both CM, and told apart by OBR-25 and ORC-25. */
export const ORDER_STATE_TABLE = {
  Started: { label: 'Arrived, started', orderStatus: 'IP', resultStatus: 'I' },
  Completed: { label: 'Examination completed', orderStatus: 'CM', resultStatus: '' },
  Final: { label: 'Report final', orderStatus: 'CM', resultStatus: 'F' },
  Cancelled: { label: 'Cancelled', orderStatus: 'CA', resultStatus: 'X' },
} as const satisfies Record<OrderState, StateWords>

/** What an order's state follows from: its visit, and its live examinations. */
export interface OrderWork {
  status: VisitStatus
  isRadiology: boolean
  /** True for an examination that is scanned, or whose study has a report that is begun. */
  examinations: readonly boolean[]
}

const VERIFIED: VisitStatus = 10

/** The states that an order has reached by now; nothing before its visit starts, and Cancelled alone once it is. */
export function reachedStates({ status, isRadiology, examinations }: OrderWork): OrderState[] {
  if (isVisitCancelled(status)) return ['Cancelled']
  if (!hasVisitStarted(status)) return []
  if (!isRadiology) return isVisitCompleted(status) ? ['Started', 'Completed'] : ['Started']
  // A visit whose examinations were all cancelled is no completed one.
  const isDone = examinations.length > 0 && examinations.every(Boolean)
  if (!isDone) return ['Started']
  return status === VERIFIED || isVisitCompleted(status)
    ? ['Started', 'Completed', 'Final']
    : ['Started', 'Completed']
}

/**
 * True where a connection leads back to the sender of an order: `of` is sending application and facility joined by a bar,
 * as it is set for the connection; empty leads back to every sender. Case and blanks do not count.
 */
export function leadsBackTo(of: string, sender: string): boolean {
  const plain = (name: string) =>
    name
      .split('|')
      .map((part) => part.trim().toUpperCase())
      .join('|')
  return of.trim() === '' || plain(of) === plain(sender)
}
