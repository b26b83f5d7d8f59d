import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bill, billOf } from '#domain/money/balance.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import { findRefundProblem, proposeRefund, type RefundPot, refundPots } from '#domain/money/refundable.ts'
import { visitOpenMoney } from '#domain/money/visit-money.ts'
import { MONEY_STATE_TABLE, type MoneyState, moneyStateOf } from '#domain/status/money-state.ts'
import type { ReceiptStatus, RefundStatus } from '#domain/status/payment-status.ts'
import type { VisitStatus } from '#domain/status/visit-status.ts'

interface Line {
  charges: number
  discount: number
  isLive: boolean
}
interface Receipt extends RefundPot {
  status: ReceiptStatus
  isSettlement: boolean
  created: string
}
interface Refund extends RefundPot {
  status: RefundStatus
}
/** A visit with the full history of its money. `ledger` is written entry by entry, independent of the rules. */
interface Visit {
  status: VisitStatus
  share: number
  lines: Line[]
  receipts: Receipt[]
  refunds: Refund[]
  ledger: number
}

type Act = (visit: Visit) => void
const MODES = ['Cash', 'Credit_Card', 'GPay', 'Insurance'] as const
const amount = fc.integer({ min: 1, max: 5_000_000 })
const anyOf = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]
const netOf = ({ status, lines }: Visit) =>
  status === 12
    ? 0
    : lines.reduce((sum, { isLive, charges, discount }) => sum + (isLive ? charges - discount : 0), 0)
const billOfVisit = (visit: Visit): Bill => billOf(netOf(visit), visit.receipts, visit.refunds, visit.share)
const patients = ({ receipts }: Visit) => receipts.filter(({ isSettlement }) => !isSettlement)

const addLine = fc.tuple(amount, fc.nat(100)).map(
  ([charges, percent]): Act =>
    ({ lines }) =>
      lines.push({ charges, discount: Math.floor((charges * percent) / 100), isLive: true }),
)
const changeLine = fc.tuple(fc.nat(9), amount).map(
  ([at, charges]): Act =>
    ({ lines }) => {
      const line = anyOf(lines, at)
      if (line) Object.assign(line, { charges, discount: 0 })
    },
)
const toggleLine = fc.nat(9).map(
  (at): Act =>
    ({ lines }) => {
      const line = anyOf(lines, at)
      if (line) line.isLive = !line.isLive
    },
)
const chooseScheme = fc.integer({ min: 0, max: 10_000 }).map(
  (hundredths): Act =>
    (visit) => {
      visit.share = hundredths / 100
    },
)
const cancelVisit = fc.constant<Act>((visit) => {
  visit.status = 12
})
/** Offline work may receive more than is owed. */
const receive = fc.tuple(amount, fc.constantFrom(...MODES), fc.boolean()).map(
  ([minor, mode, isLate]): Act =>
    (visit) => {
      const taken = isLate ? minor : Math.min(minor, billOfVisit(visit).receivable)
      if (taken === 0) return
      visit.receipts.push(receiptOf(visit, { mode, minor: taken, isSettlement: false }))
      visit.ledger -= taken
    },
)
const settle = amount.map(
  (minor): Act =>
    (visit) => {
      const taken = Math.min(minor, billOfVisit(visit).settleable)
      if (taken === 0) return
      visit.receipts.push(receiptOf(visit, { mode: 'Transfer', minor: taken, isSettlement: true }))
      visit.ledger -= taken
    },
)
const receiptOf = (
  { receipts }: Visit,
  { mode, minor, isSettlement }: Pick<Receipt, 'mode' | 'minor' | 'isSettlement'>,
): Receipt => ({
  mode,
  minor,
  isSettlement,
  status: 'Received',
  schemeId: mode === 'Insurance' ? 'insurer' : null,
  created: String(receipts.length).padStart(6, '0'),
})
const refund = fc.tuple(amount, fc.boolean()).map(
  ([minor, isWhole]): Act =>
    (visit) => {
      const { open, patientPaid } = billOfVisit(visit)
      const pots = refundPots(visit.receipts, visit.refunds)
      const given = proposeRefund(isWhole ? open.toRefund : Math.min(minor, patientPaid), pots)
      expect(findRefundProblem(given, pots, false)).toBeUndefined()
      visit.refunds.push(...given.map((one) => ({ ...one, status: 'Refunded' as const })))
      visit.ledger += given.reduce((sum, one) => sum + one.minor, 0)
    },
)
const refundAsCash = amount.map(
  (minor): Act =>
    (visit) => {
      const taken = Math.min(minor, billOfVisit(visit).patientPaid)
      if (taken === 0) return
      visit.refunds.push({ mode: 'Cash', schemeId: null, minor: taken, status: 'Refunded' })
      visit.ledger += taken
    },
)
const cancelReceipt = fc.nat(50).map(
  (at): Act =>
    (visit) => {
      const receipt = anyOf(visit.receipts, at)
      if (receipt?.status !== 'Received') return
      if (!receipt.isSettlement && billOfVisit(visit).patientPaid < receipt.minor) return
      receipt.status = 'Cancelled'
      visit.ledger += receipt.minor
    },
)
const cancelRefund = fc.nat(50).map(
  (at): Act =>
    (visit) => {
      const back = anyOf(visit.refunds, at)
      if (back?.status !== 'Refunded') return
      back.status = 'Cancelled'
      visit.ledger -= back.minor
    },
)
const act = fc.oneof(
  { weight: 3, arbitrary: addLine },
  { weight: 2, arbitrary: changeLine },
  { weight: 2, arbitrary: toggleLine },
  { weight: 1, arbitrary: chooseScheme },
  { weight: 6, arbitrary: receive },
  { weight: 3, arbitrary: settle },
  { weight: 4, arbitrary: refund },
  { weight: 1, arbitrary: refundAsCash },
  { weight: 2, arbitrary: cancelReceipt },
  { weight: 2, arbitrary: cancelRefund },
)
/** Half of the visits are cancelled at some point, so that money after a cancellation is well covered. */
const acts = fc
  .tuple(fc.array(act, { minLength: 60, maxLength: 60 }), fc.boolean(), fc.nat(59), cancelVisit)
  .map(([list, isCancelled, at, cancel]) => (isCancelled ? list.toSpliced(at, 1, cancel) : list))

const newVisit = (): Visit => ({ status: 1, share: 100, lines: [], receipts: [], refunds: [], ledger: 0 })
const ofPatient = (visit: Visit) => {
  const paid = patients(visit).reduce((sum, one) => sum + (one.status === 'Received' ? one.minor : 0), 0)
  const back = visit.refunds.reduce((sum, one) => sum + (one.status === 'Refunded' ? one.minor : 0), 0)
  return paid - back
}

function check(visit: Visit): void {
  const bill = billOfVisit(visit)
  const { patientOwes, schemeOwes, toRefund, toReturn } = bill.open
  // The ledger holds the money received and paid back; with the price of the visit, it is the sum of all open
  // amounts.
  expect(patientOwes + schemeOwes - toRefund - toReturn).toBe(netOf(visit) + visit.ledger)
  expect(Math.min(patientOwes, schemeOwes, toRefund, toReturn)).toBeGreaterThanOrEqual(0)
  expect([patientOwes > 0 && toRefund > 0, schemeOwes > 0 && toReturn > 0]).toEqual([false, false])
  expect(bill.receivable).toBeLessThanOrEqual(patientOwes)
  expect(bill.settleable).toBeLessThanOrEqual(schemeOwes)
  // The most that can be refunded is the patient's payments, mode by mode, and it covers the amount to refund.
  const pots = refundPots(visit.receipts, visit.refunds)
  expect(pots.reduce((sum, { minor }) => sum + minor, 0)).toBe(ofPatient(visit))
  expect(toRefund).toBeLessThanOrEqual(ofPatient(visit))
  if (visit.status === 12) expect([patientOwes, schemeOwes, toRefund]).toEqual([0, 0, ofPatient(visit)])
}

test('10,000 acts on the money of visits: debts and refunds always add up to the ledger', () => {
  let done = 0
  fc.assert(
    fc.property(acts, (list) => {
      const visit = newVisit()
      for (const one of list) {
        one(visit)
        check(visit)
        done += 1
      }
    }),
    { numRuns: 170 },
  )
  expect(done).toBeGreaterThanOrEqual(10_000)
})

test('after every due refund nothing is left to refund, and nobody owes more', () => {
  fc.assert(
    fc.property(acts, (list) => {
      const visit = newVisit()
      for (const one of list) one(visit)
      const before = billOfVisit(visit).open
      const given = proposeRefund(before.toRefund, refundPots(visit.receipts, visit.refunds))
      visit.refunds.push(...given.map((one) => ({ ...one, status: 'Refunded' as const })))
      expect(billOfVisit(visit).open).toEqual({ ...before, toRefund: 0 })
    }),
    { numRuns: 100 },
  )
})

describe('the open money of a visit', () => {
  const row = { net_charges: 1000, paid: 0, patient_share: 40 }
  test.each([
    ['nothing paid', {}, [400, 600, 0, 0]],
    ['the patient paid the own part', { paid: 400 }, [0, 600, 0, 0]],
    ['the scheme paid its part', { paid: 600, settled: 600 }, [400, 0, 0, 0]],
    ['the patient paid all before there was a scheme', { paid: 1000 }, [0, 600, 600, 0]],
    ['cancelled after both paid', { net_charges: 0, paid: 1000, settled: 600 }, [0, 0, 400, 600]],
    ['a copy from before there were settlements', { paid: 400, settled: undefined }, [0, 600, 0, 0]],
  ])('%s', (_what, change, expected) => {
    const { patientOwes, schemeOwes, toRefund, toReturn } = visitOpenMoney({ ...row, ...change }, 2)
    expect([patientOwes, schemeOwes, toRefund, toReturn].map((minor) => fromMinor(minor, 2))).toEqual(
      expected,
    )
  })

  test.each<[string, VisitStatus, number, number, number, MoneyState]>([
    ['a booked visit that owes', 1, 1000, 0, 0, 'Pending'],
    ['a visit that is paid', 7, 1000, 1000, 0, 'Paid'],
    ['a visit that was paid too much', 7, 1000, 1200, 0, 'To_Refund'],
    ['a cancelled visit with money', 12, 0, 700, 0, 'To_Refund'],
    ['a cancelled visit whose money went back', 12, 0, 700, 700, 'Refunded'],
    ['a cancelled visit that nobody paid', 12, 0, 0, 0, 'Nothing_Due'],
  ])('the money of %s', (_what, status, net, received, refunded, expected) => {
    const { open, status: payment } = billOf(
      net,
      [{ minor: received, status: 'Received' }],
      [{ minor: refunded, status: 'Refunded' }],
    )
    const state = moneyStateOf({ isCancelled: status === 12, payment, open, refunded })
    expect(state).toBe(expected)
    // Colour carries meaning: no cancelled visit is green.
    if (status === 12) expect(MONEY_STATE_TABLE[state].colour).not.toBe('green')
  })
})

describe('how money is refunded', () => {
  const taken = (mode: string, minor: number, created: string, schemeId: string | null = null) => ({
    mode,
    minor,
    created,
    schemeId,
    status: 'Received' as const,
    isSettlement: false,
  })
  const given = (mode: string, minor: number, schemeId: string | null = null) => ({
    mode,
    minor,
    schemeId,
    status: 'Refunded' as const,
  })
  const receipts = [
    taken('Cash', 500, '1'),
    taken('Credit_Card', 300, '2'),
    taken('Insurance', 200, '3', 'star'),
  ]

  test('the newest money first, in its original mode', () => {
    expect(proposeRefund(400, refundPots(receipts, []))).toEqual([
      { mode: 'Insurance', schemeId: 'star', minor: 200 },
      { mode: 'Credit_Card', schemeId: null, minor: 200 },
    ])
  })

  test('a refund in another mode uses other money of the patient before the insurer’s', () => {
    expect(refundPots(receipts, [given('GPay', 700)])).toEqual([
      { mode: 'Insurance', schemeId: 'star', minor: 200 },
      { mode: 'Cash', schemeId: null, minor: 100 },
    ])
  })

  test('settlements and cancelled receipts cannot be refunded', () => {
    const settled = { ...taken('Transfer', 900, '4'), isSettlement: true }
    const cancelled = { ...taken('Cash', 900, '5'), status: 'Cancelled' as const }
    expect(refundPots([settled, cancelled], [])).toEqual([])
  })

  test('an insurer’s payment is refunded to that insurer, unless the person may pay it out', () => {
    const pots = refundPots(receipts, [])
    const cash = [{ mode: 'Cash', schemeId: null, minor: 801 }]
    expect(findRefundProblem(cash, pots, false)).toBe('as_cash')
    expect(findRefundProblem(cash, pots, true)).toBeUndefined()
    const insurer = (schemeId: string | null, minor: number) => [{ mode: 'Insurance', schemeId, minor }]
    expect(findRefundProblem(insurer('star', 200), pots, false)).toBeUndefined()
    expect(findRefundProblem(insurer('star', 201), pots, true)).toBe('insurer')
    expect(findRefundProblem(insurer('other', 1), pots, true)).toBe('insurer')
    expect(findRefundProblem(insurer(null, 1), pots, true)).toBe('scheme')
    expect(findRefundProblem([{ mode: 'Cash', schemeId: null, minor: 1001 }], pots, true)).toBe('over')
  })
})
