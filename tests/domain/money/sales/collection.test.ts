import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { type Collection, collectionOf, type Sums } from '#domain/money/sales/collection.ts'
import { type MoneyEntry, type MoneyRange, movementsOf } from '#domain/money/sales/movements.ts'
import { addDays } from '#domain/time/zones.ts'

const RANGE = { from: '2026-11-02', to: '2026-11-04' }
const entry = (more: Partial<MoneyEntry> = {}): MoneyEntry => ({
  kind: 'receipt',
  mode: 'Cash',
  minor: 100_00,
  hidden: 0,
  businessDay: '2026-11-03',
  cancelDay: null,
  arrivedDay: '2026-11-03',
  createdBy: 'asha',
  cancelledBy: null,
  visitDay: '2026-11-03',
  isForCancelled: false,
  ...more,
})
const summary = (entries: readonly MoneyEntry[], range: MoneyRange = RANGE, includeFuture = false) =>
  collectionOf(movementsOf(entries, range), { includeFuture })

test('received, previous pending, the rest, future receipts and money for cancelled visits are separate', () => {
  const book = [
    entry(),
    entry({ minor: 40_00, visitDay: '2026-11-01', mode: 'GPay' }),
    entry({ minor: 7_00, visitDay: '2026-11-05' }),
    entry({ minor: 20_00, kind: 'refund', isForCancelled: true, createdBy: 'ravi' }),
    entry({ minor: 5_00, businessDay: '2026-11-05' }),
  ]
  const found = summary(book)
  expect(found).toMatchObject({ received: 140_00, refunded: 20_00, net: 120_00, count: 3 })
  expect([found.previous.net, found.exPrevious.net, found.future.net]).toEqual([40_00, 80_00, 7_00])
  expect(found.forCancelled).toMatchObject({ received: 0, refunded: 20_00, net: -20_00, count: 1 })
  expect(found.modes).toMatchObject([
    {
      mode: 'Cash',
      received: 100_00,
      receivedPrevious: 0,
      receivedExPrevious: 100_00,
      refunded: 20_00,
      net: 80_00,
    },
    { mode: 'GPay', received: 40_00, receivedPrevious: 40_00, receivedExPrevious: 0, net: 40_00 },
  ])
  expect(found.people).toMatchObject([
    { person: 'asha', mode: 'Cash', net: 100_00 },
    { person: 'asha', mode: 'GPay', net: 40_00 },
    { person: 'ravi', mode: 'Cash', refunded: 20_00, net: -20_00 },
  ])
  expect(summary(book, RANGE, true)).toMatchObject({ received: 147_00, future: { received: 7_00 } })
})

test('a receipt that is cancelled on a later day leaves the earlier day unchanged', () => {
  const before = summary([entry()], { from: '2026-11-03', to: '2026-11-03' })
  const cancelled = entry({ cancelDay: '2026-11-05', cancelledBy: 'ravi' })
  const after = summary([cancelled], { from: '2026-11-03', to: '2026-11-03' })
  expect({ ...after, cancelledSince: before.cancelledSince }).toEqual(before)
  expect(after.cancelledSince).toMatchObject({ received: 100_00, count: 1 })
  const later = summary([cancelled], { from: '2026-11-05', to: '2026-11-05' })
  expect(later).toMatchObject({ received: -100_00, net: -100_00, count: 1, cancelledSince: { count: 0 } })
  expect(later.people).toMatchObject([{ person: 'ravi', received: -100_00 }])
})

test('late arrivals are named beside the lines, and count on their day', () => {
  const found = summary([entry({ arrivedDay: '2026-11-06' }), entry()])
  expect(found).toMatchObject({ received: 200_00, late: { received: 100_00, count: 1 } })
})

test('a discount shown with a receipt counts with it, and is reversed with its cancellation', () => {
  const found = summary([entry({ hidden: 10_00 }), entry({ hidden: 3_00, cancelDay: '2026-11-04' })])
  expect([found.hidden, found.people[0]?.hidden, found.received]).toEqual([10_00, 10_00, 100_00])
})

const FIRST = '2026-11-01'
const day = fc.nat(9).map((days) => addDays(FIRST, days))
const book = (decimals: number) =>
  fc.array(
    fc.record({
      kind: fc.constantFrom('receipt' as const, 'refund' as const),
      mode: fc.constantFrom('Cash', 'GPay', 'Cheque', 'Commission'),
      // As it is stored: with the client's decimals.
      minor: fc
        .integer({ min: 1, max: 9_999_999 })
        .map((minor) => toMinor(fromMinor(minor, decimals), decimals)),
      hidden: fc.nat(500),
      businessDay: day,
      cancelDay: fc.option(day),
      arrivedDay: day,
      createdBy: fc.constantFrom('asha', 'ravi'),
      cancelledBy: fc.constantFrom('asha', 'ravi', null),
      visitDay: day,
      isForCancelled: fc.boolean(),
    }),
    { maxLength: 30 },
  )
const range = fc
  .tuple(fc.nat(9), fc.nat(9))
  .map(([a, b]) => ({ from: addDays(FIRST, Math.min(a, b)), to: addDays(FIRST, Math.max(a, b)) }))

const sumsOf = ({ received, refunded, net, hidden, count }: Sums) => [received, refunded, net, hidden, count]
const plus = (a: number[], b: number[]) => a.map((one, at) => one + (b[at] ?? 0))
const LINES = ['previous', 'exPrevious', 'future', 'forCancelled', 'late', 'cancelledSince'] as const
const linesOf = (one: Collection) => [...sumsOf(one), ...LINES.flatMap((line) => sumsOf(one[line]))]
/** Returns the sums by person and mode, and by mode, without those at zero. */
function tableOf(...collections: Collection[]) {
  const table = new Map<string, number[]>()
  for (const one of collections) {
    for (const { mode, receivedPrevious, receivedExPrevious, ...sums } of one.modes)
      put(table, mode, [...sumsOf(sums), receivedPrevious, receivedExPrevious])
    for (const { person, mode, ...sums } of one.people) put(table, `${person} ${mode}`, sumsOf(sums))
  }
  return new Map([...table].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
const put = (table: Map<string, number[]>, key: string, more: number[]) =>
  table.set(key, plus(table.get(key) ?? more.map(() => 0), more))

test.each([
  ['INR', 2],
  ['KWD', 3],
])('sums of parts equal the sum of the whole, in any order (%s)', (_, decimals) => {
  fc.assert(
    fc.property(book(decimals), fc.nat(30), range, fc.boolean(), (entries, at, span, includeFuture) => {
      const groups = movementsOf(entries, span)
      const whole = collectionOf(groups, { includeFuture })
      expect(collectionOf(groups.toReversed(), { includeFuture })).toEqual(whole)
      const parts = [groups.slice(0, at), groups.slice(at)].map((part) =>
        collectionOf(part, { includeFuture }),
      )
      const [first, second] = parts as [Collection, Collection]
      expect(plus(linesOf(first), linesOf(second))).toEqual(linesOf(whole))
      expect(tableOf(first, second)).toEqual(tableOf(whole))
    }),
  )
})

test.each([
  ['INR', 2],
  ['KWD', 3],
])('the lines of a summary add up to it (%s)', (_, decimals) => {
  fc.assert(
    fc.property(book(decimals), range, fc.boolean(), (entries, span, includeFuture) => {
      const found = summary(entries, span, includeFuture)
      const total = sumsOf(found)
      expect(plus(sumsOf(found.previous), sumsOf(found.exPrevious))).toEqual(total)
      const none = total.map(() => 0)
      expect(found.modes.map(sumsOf).reduce(plus, none)).toEqual(total)
      expect(found.people.map(sumsOf).reduce(plus, none)).toEqual(total)
      const halves = found.modes.map((one) => one.receivedPrevious + one.receivedExPrevious)
      expect(halves).toEqual(found.modes.map(({ received }) => received))
    }),
  )
})

test('the days add up to the range, with future receipts included', () => {
  fc.assert(
    fc.property(book(2), range, (entries, span) => {
      const days = []
      for (let one = span.from; one <= span.to; one = addDays(one, 1))
        days.push(summary(entries, { from: one, to: one }, true))
      const whole = summary(entries, span, true)
      expect(days.map(sumsOf).reduce(plus, [0, 0, 0, 0, 0])).toEqual(sumsOf(whole))
      const byPerson = (collections: Collection[]) =>
        new Map([...tableOf(...collections)].map(([key, sums]) => [key, sums.slice(0, 5)]))
      expect(byPerson(days)).toEqual(byPerson([whole]))
    }),
  )
})

test('cancellations and arrivals after a range do not change its money', () => {
  fc.assert(
    fc.property(book(2), range, (entries, span) => {
      const later = addDays(span.to, 1)
      const cancelled = entries.map((one) => (one.cancelDay === null ? { ...one, cancelDay: later } : one))
      const arrived = [
        ...cancelled,
        ...entries.map((one) => ({ ...one, businessDay: later, cancelDay: null })),
      ]
      const { cancelledSince: _, ...before } = summary(entries, span)
      const { cancelledSince: __, ...after } = summary(arrived, span)
      expect(after).toEqual(before)
    }),
  )
})
