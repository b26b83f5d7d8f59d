import { type Owed, receivableOf } from '../money/balance.ts'
import { SCAN_CANCELLED, SCAN_COMPLETED } from '../status/service-status.ts'
import { CANCELLED_STATUS, STARTED_STATUS } from '../status/visit-status.ts'
import type { DayText } from '../time/zones.ts'
import { discountOfPercent } from '../visit/spread-discount.ts'

/*
 * What counts as a leak (docs/decisions/227). Amounts are whole minor units. The server's SQL follows these rules,
 * and tests/server/features/leakage/rules.test.ts checks that both agree.
 */

/** The part of a visit's service that the rules check. */
export interface LeakService {
  status: number
  isExam: boolean
  charges: number
  net: number
  /** The list price at booking; null for bookings from before prices were kept, and for lines of a package. */
  list: number | null
  /** When the scan began; undefined if it has not. */
  scanStart?: Date | undefined
}

/** An examination that was scanned but not charged. */
export const isScannedFree = ({ status, isExam, net }: LeakService): boolean =>
  status === SCAN_COMPLETED && isExam && net === 0

/** The value of a free examination: its list price, else its charges; null if neither is known. */
export function stakeOfFree({ list, charges }: LeakService): number | null {
  const price = list ?? charges
  return price > 0 ? price : null
}

/** How far the charges are below the list price; 0 if they are not, and for examinations scanned free of charge. */
export function belowListOf(service: LeakService): number {
  const { status, list, charges } = service
  if (status === SCAN_CANCELLED || list === null || isScannedFree(service)) return 0
  return Math.max(0, list - charges)
}

/** True for an examination that was cancelled after its scan had begun. */
export const isCancelledScan = ({ status, isExam, scanStart }: LeakService): boolean =>
  status === SCAN_CANCELLED && isExam && scanStart !== undefined

/** How far a discount exceeds what its head allows; 0 without a head, since then there is no limit. */
export function overHeadOf(charges: number, discount: number, headPercent: number | undefined): number {
  if (headPercent === undefined) return 0
  return Math.max(0, discount - discountOfPercent([charges], headPercent))
}

/**
 * What a patient still owes for a visit whose report is signed or verified; 0 while none is. What a referral scheme
 * owes is a claim on the scheme, not a leak.
 */
export const unpaidAfterReport = (isReported: boolean, owed: Owed): number =>
  isReported ? receivableOf(owed) : 0

/** True if money was refunded after the report of the visit was signed. */
export const isRefundAfterReport = (refunded: Date, signed: Date | undefined): boolean =>
  signed !== undefined && signed < refunded

/** True for a no-show: the day is over at its branch, and the visit was neither started nor cancelled. */
export function isNoShow(
  { status, hasStarted, day }: { status: number; hasStarted: boolean; day: DayText },
  today: DayText,
): boolean {
  return status !== CANCELLED_STATUS && status < STARTED_STATUS && !hasStarted && day < today
}

/** The part of a patient's record that is compared with another. */
export interface ComparedPatient {
  name: string
  dob: DayText | null
  mobile: string
}

/** Most days between two visits that may be one person's under two records. */
export const DOUBLE_DAYS = 30

/** True if two records look like one person: the same name, and the same date of birth or phone. */
export function isSamePerson(one: ComparedPatient, other: ComparedPatient): boolean {
  if (plainName(one.name) === '' || plainName(one.name) !== plainName(other.name)) return false
  return (one.dob !== null && one.dob === other.dob) || (one.mobile !== '' && one.mobile === other.mobile)
}

const plainName = (name: string) => name.trim().replaceAll(/\s+/gu, ' ').toLowerCase()
