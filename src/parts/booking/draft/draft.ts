import type { ServiceStatus } from '#domain/status/service-status.ts'

/** Who sent the patient to a department. */
export interface Referrer {
  hospitalId: string | null
  drId: string | null
  otherIds: readonly string[]
}

export const NO_REFERRER: Referrer = { hospitalId: null, drId: null, otherIds: [] }

/** A service that is booked; amounts are as typed. */
export interface DraftLine {
  /** Of the visit's service, minted here for a new one. */
  id: string
  serviceId: string
  name: string
  code: string
  departmentId: string
  /** The machine, or in a clinic the doctor; null while none is chosen. */
  placeId: string | null
  /** The machine is the first that is free, and changes with the calendar until the booking is kept. */
  isFound?: boolean
  /** What is asked instead of the price list; undefined follows the list. */
  charges: string | undefined
  /** What was typed for this line alone; undefined takes its part of the whole discount. */
  discount: string | undefined
  /** Of a service that the visit has already. */
  status?: ServiceStatus
  /** The number that this device gave its examination, while the server has none. */
  provisionalAccession?: string
}

/** The discount of the whole booking: whichever of the two was typed last. */
export type DraftDiscount = { kind: 'percent' | 'amount'; typed: string }

/** What stands for the choice of the built-in head that opens both inputs free. */
export const CUSTOM_HEAD = 'custom'

/** A stay at one machine: its id, and the time that was set for it by hand, or found where `isFound` says so. */
export interface DraftStay {
  id: string
  start?: number
  isFound?: boolean
}

/** A booking as it is typed. */
export interface BookingDraft {
  visitId: string
  isRadiology: 0 | 1
  branchId: string
  /** Start of the visit (milliseconds); where the first free places are asked for, nothing begins before. */
  start: number
  /** The start was set by hand, and does not move on with the clock. */
  isStartSet: boolean
  /** Machines and times are the first that are free, but those that were chosen by hand (quick book). */
  isFirstFree: boolean
  lines: readonly DraftLine[]
  /** By stayKey. */
  stays: Readonly<Record<string, DraftStay>>
  packageId: string | null
  /** Null is no discount. */
  headId: string | null
  discount: DraftDiscount
  scheme: { id: string; type: 'Doctor' | 'Hospital' } | null
  /** Of all departments that have none of their own. */
  referrer: Referrer
  referrers: Readonly<Record<string, Referrer>>
  tagId: string | null
}

export const NO_DISCOUNT: DraftDiscount = { kind: 'percent', typed: '' }

/** Names the stay that a line belongs to: services of one department at one machine follow one another. */
export const stayKey = ({ departmentId, placeId }: Pick<DraftLine, 'departmentId' | 'placeId'>): string =>
  `${departmentId}/${placeId ?? ''}`

/** Who sent the patient to `departmentId`. */
export const referrerOf = (
  { referrers, referrer }: Pick<BookingDraft, 'referrers' | 'referrer'>,
  departmentId: string,
): Referrer => referrers[departmentId] ?? referrer
