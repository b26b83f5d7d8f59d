import type { ServiceStatus } from '#domain/status/service-status.ts'

/** Who referred the patient to a department. */
export interface Referrer {
  hospitalId: string | null
  drId: string | null
  otherIds: readonly string[]
}

export const NO_REFERRER: Referrer = { hospitalId: null, drId: null, otherIds: [] }

/** A booked service; amounts are as typed. */
export interface DraftLine {
  /** The id of the visit's service, created here for a new one. */
  id: string
  serviceId: string
  name: string
  code: string
  departmentId: string
  /** The machine, or in a clinic the doctor; null until one is chosen. */
  placeId: string | null
  /** The machine is the first free one, and changes with the calendar until the booking is saved. */
  isFound?: boolean
  /** The typed price; undefined follows the price list. */
  charges: string | undefined
  /** The discount typed for this line only; undefined takes its share of the total discount. */
  discount: string | undefined
  /** For a service that the visit already has. */
  status?: ServiceStatus
  /** The provisional number of its examination, until the server gives one. */
  provisionalAccession?: string
}

/** The discount of the whole booking: whichever of the two was typed last. */
export type DraftDiscount = { kind: 'percent' | 'amount'; typed: string }

/** Represents the built-in head that enables both inputs without limits. */
export const CUSTOM_HEAD = 'custom'

/** A slot at one machine: its id, and its time, set manually, or found automatically if `isFound`. */
export interface DraftSlot {
  id: string
  start?: number
  isFound?: boolean
}

/** A booking being typed. */
export interface BookingDraft {
  visitId: string
  isRadiology: 0 | 1
  branchId: string
  /** Start of the visit (milliseconds); when looking for the first free slots, nothing begins before it. */
  start: number
  /** The start was set manually, and does not advance with the clock. */
  isStartSet: boolean
  /** Machines and times are the first free ones, except those chosen manually (quick book). */
  isFirstFree: boolean
  lines: readonly DraftLine[]
  /** By slotKey. */
  slots: Readonly<Record<string, DraftSlot>>
  packageId: string | null
  /** Null means no discount. */
  headId: string | null
  discount: DraftDiscount
  scheme: { id: string; type: 'Doctor' | 'Hospital' } | null
  /** The referrer of all departments without their own. */
  referrer: Referrer
  referrers: Readonly<Record<string, Referrer>>
  tagId: string | null
}

export const NO_DISCOUNT: DraftDiscount = { kind: 'percent', typed: '' }

/** Returns the key of a line's slot: services of one department at one machine follow one another. */
export const slotKey = ({ departmentId, placeId }: Pick<DraftLine, 'departmentId' | 'placeId'>): string =>
  `${departmentId}/${placeId ?? ''}`

/** Returns the referrer to `departmentId`. */
export const referrerOf = (
  { referrers, referrer }: Pick<BookingDraft, 'referrers' | 'referrer'>,
  departmentId: string,
): Referrer => referrers[departmentId] ?? referrer
