import { type OpenMoney, type Owed, openMoneyOf, receivableOf, settleableOf } from './balance.ts'
import { toMinor } from './minor-units.ts'

/** The money of a visit as it travels, in the client's currency. */
export interface VisitMoney {
  net_charges: number
  /** Received less refunded. */
  paid: number
  /** The part of it that the hospital or doctor paid; absent in copies from before settlements existed. */
  settled?: number | undefined
  /** Percent of the net that the patient owes. */
  patient_share: number
}

const owedOf = (visit: VisitMoney, decimals: number): Owed => ({
  net: toMinor(visit.net_charges, decimals),
  paid: toMinor(visit.paid, decimals),
  settled: toMinor(visit.settled ?? 0, decimals),
  share: visit.patient_share,
})

/** What the desk may still receive for the visit, in minor units of `decimals` decimals. */
export const visitReceivable = (visit: VisitMoney, decimals: number): number =>
  receivableOf(owedOf(visit, decimals))

/** What a settlement may still receive for the visit, in minor units. */
export const visitSettleable = (visit: VisitMoney, decimals: number): number =>
  settleableOf(owedOf(visit, decimals))

/** The open amounts of the visit on each side, in minor units. */
export const visitOpenMoney = (visit: VisitMoney, decimals: number): OpenMoney =>
  openMoneyOf(owedOf(visit, decimals))

/** What the patient paid, in minor units: the most that can be refunded. */
export const patientPaid = ({ paid, settled = 0 }: VisitMoney, decimals: number): number =>
  toMinor(paid, decimals) - toMinor(settled, decimals)
