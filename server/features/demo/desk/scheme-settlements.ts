import type { Insertable } from 'kysely'
import { commissionOf } from '#domain/money/commission.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { monthOf, nextMonth } from '#domain/money/month-lock.ts'
import { addDays, dayAt, startOfDay } from '#domain/time/zones.ts'
import type { Receipt, ReferralCommission, SchemeSettlement } from '#server/kernel/database/schema.ts'
import type { DemoCentre } from '../centres.ts'
import { demoId } from '../random.ts'
import { type DemoVisit, receptionOf } from './visit-rows.ts'

/** The commission of a scheme's hospital, in percent of a line. */
export const SCHEME_COMMISSION = { type: 'Percent', rate: 10 } as const

/** A hospital pays each month's debt on this day of the next month; the payment is recorded at 14:00. */
const PAID_ON = 12
const PAID_AT_MS = 14 * 3_600_000
/** Debts younger than this, slightly more than the demo's month, are not paid yet. */
const OPEN_DAYS = 34
const DAY_MS = 86_400_000
/** In one of this many months the hospital's commission is set off first, and it pays the rest. */
const SET_OFF_EVERY = 4

/** Settlements of the history with the commissions that they used, and the visits with their receipts. */
export interface SchemeHistory {
  visits: DemoVisit[]
  settlements: Insertable<SchemeSettlement>[]
  commissions: Insertable<ReferralCommission>[]
}

/**
 * Settles the scheme invoices of a hospital month by month; those of the last months stay open. Keeps the order of
 * the visits.
 */
export function settleSchemes(
  visits: readonly DemoVisit[],
  { centre, hospitalId, now }: { centre: DemoCentre; hospitalId: string | undefined; now: Date },
): SchemeHistory {
  const history: SchemeHistory = { visits: [...visits], settlements: [], commissions: [] }
  const [branch] = centre.branches
  if (!branch || hospitalId === undefined) return history
  const owing = visits.flatMap((visit, index) => (isOwed(visit, centre) ? [{ visit, index }] : []))
  const months = Map.groupBy(owing, ({ visit }) =>
    monthOf(dayAt(new Date(visit.visit.start_dt), branch.timeZone)),
  )
  for (const [place, month] of [...months.keys()].toSorted().entries()) {
    const day = addDays(`${nextMonth(month)}-01`, PAID_ON - 1)
    const at = new Date(startOfDay(day, branch.timeZone).getTime() + PAID_AT_MS)
    if (at.getTime() > now.getTime() - OPEN_DAYS * DAY_MS) continue
    const settle = settler(history, { centre, hospitalId, name: month, at })
    const bills = months.get(month) ?? []
    if (place % SET_OFF_EVERY === SET_OFF_EVERY - 1) settle('Commission', bills)
    settle('Transfer', bills)
  }
  return history
}

type Bill = { visit: DemoVisit; index: number }
type Mode = 'Commission' | 'Transfer'

const minorOf = (amount: number | string | undefined, { noOfDecimal }: DemoCentre) =>
  toMinor(String(amount ?? 0), noOfDecimal)
const restOf = ({ visit }: DemoVisit, centre: DemoCentre) =>
  minorOf(visit.net_charges, centre) - minorOf(visit.received, centre)
const isOwed = (visit: DemoVisit, centre: DemoCentre) =>
  visit.visit.ref_dr_scheme_id != null && restOf(visit, centre) > 0

/**
 * Returns a function that adds one settlement of a mode over bills to the history: a receipt for each, and the
 * commissions used.
 */
function settler(
  history: SchemeHistory,
  { centre, hospitalId, name, at }: { centre: DemoCentre; hospitalId: string; name: string; at: Date },
) {
  return (mode: Mode, bills: readonly Bill[]): void => {
    const id = demoId('settlement', `${centre.key} ${name} ${mode}`)
    const created_by = receptionOf(centre, centre.branches[0]?.id ?? '')
    const remarks = mode === 'Commission' ? `Commission of ${name}` : `Statement of ${name}`
    const ref_no = mode === 'Transfer' ? `NEFT${name.replace('-', '')}` : ''
    // The rest is paid one minute after the commission is set off.
    const created = mode === 'Transfer' ? new Date(at.getTime() + 60_000) : at
    let receipts = 0
    for (const { index } of bills) {
      const visit = history.visits[index] as DemoVisit
      const commissions = mode === 'Commission' ? commissionsOf(visit, centre) : []
      const earned = commissions.reduce((sum, { minor }) => sum + minor, 0)
      const minor = mode === 'Commission' ? earned : restOf(visit, centre)
      if (minor === 0) continue
      receipts += 1
      history.visits[index] = paidBy(visit, { centre, id, mode, ref_no, remarks, created, minor })
      for (const one of commissions)
        history.commissions.push({
          client_id: centre.id,
          visit_service_id: one.id,
          ref_doctor_type: 'Hospital',
          used_on: created,
          used_by_settlement_id: id,
          used_amount: fromMinor(one.minor, centre.noOfDecimal),
          used_of: fromMinor(one.minor, centre.noOfDecimal),
        })
    }
    if (receipts === 0) return
    const settlement = {
      client_id: centre.id,
      id,
      payer_type: 'Hospital',
      payer_id: hospitalId,
      mode,
      ref_no,
    }
    history.settlements.push({ ...settlement, remarks, created, created_by })
  }
}

/** Returns the hospital's commission of each line, limited to its debt for the visit. */
function commissionsOf(visit: DemoVisit, centre: DemoCentre): { id: string; minor: number }[] {
  const lines = visit.services.map((service) => ({
    id: service.id,
    minor: commissionOf(
      {
        charges: minorOf(service.charges, centre),
        discount: minorOf(service.discount, centre),
        isCancelled: false,
      },
      {
        rate: SCHEME_COMMISSION,
        onPrice: 'Actual',
        shareInDiscount: 0,
        decimals: centre.noOfDecimal,
      },
    ),
  }))
  const earned = lines.reduce((sum, { minor }) => sum + minor, 0)
  return earned <= restOf(visit, centre) ? lines.filter(({ minor }) => minor > 0) : []
}

interface Payment {
  centre: DemoCentre
  id: string
  mode: Mode
  ref_no: string
  remarks: string
  created: Date
  minor: number
}

function paidBy(visit: DemoVisit, { centre, id, mode, ref_no, remarks, created, minor }: Payment): DemoVisit {
  const { visit: header } = visit
  const branch = centre.branches.find((one) => one.id === header.branch_id)
  const amount = (sum: number) => fromMinor(sum, centre.noOfDecimal)
  const receipt: Insertable<Receipt> = {
    client_id: centre.id,
    id: demoId('receipt', `${id} ${header.id}`),
    visit_id: header.id,
    branch_id: header.branch_id,
    receipt_no: '',
    amount: amount(minor),
    mode,
    ref_no,
    remarks,
    settlement_id: id,
    taken_on: created,
    business_day: dayAt(created, branch?.timeZone ?? 'UTC'),
    created,
    created_by: receptionOf(centre, header.branch_id),
  }
  const isPaid = restOf(visit, centre) === minor
  return {
    ...visit,
    receipts: [...visit.receipts, receipt],
    visit: {
      ...header,
      received: amount(minorOf(header.received, centre) + minor),
      settled: amount(minorOf(header.settled, centre) + minor),
      payment_status: isPaid ? 'Paid' : 'Partial_Paid',
    },
  }
}
