import { expect, test } from 'vitest'
import { refundPots, type TakenMoney } from '#domain/money/refundable.ts'

const taken = (mode: string, minor: number, created: string): TakenMoney => ({
  mode,
  minor,
  created,
  status: 'Received',
  schemeId: null,
  isSettlement: false,
})

test('a refund is taken from money of its own mode first, even if other money came in later', () => {
  const receipts = [taken('Cash', 500, '2026-11-23T09:00:00Z'), taken('Card', 500, '2026-11-23T10:00:00Z')]
  const refunds = [{ mode: 'Cash', minor: 200, status: 'Refunded', schemeId: null }] as const
  expect(refundPots(receipts, refunds)).toEqual([
    { mode: 'Card', schemeId: null, minor: 500 },
    { mode: 'Cash', schemeId: null, minor: 300 },
  ])
})
