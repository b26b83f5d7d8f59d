import { expect, test } from 'vitest'
import { cashOf, drawerOf, type Movement } from '#domain/money/drawer.ts'

const MOVEMENTS: Movement[] = [
  { mode: 'Credit_Card', kind: 'received', minor: 50_000 },
  { mode: 'Cash', kind: 'received', minor: 30_000 },
  { mode: 'Cash', kind: 'received', minor: 12_000 },
  { mode: 'Cash', kind: 'refunded', minor: 2_000 },
  { mode: 'Cash', kind: 'taken_back', minor: 12_000 },
  { mode: 'Cash', kind: 'not_refunded', minor: 500 },
]

test('a drawer counts received and refunded money, and nets it by mode in the order of the modes', () => {
  expect(drawerOf(MOVEMENTS)).toEqual([
    {
      mode: 'Cash',
      received: 42_000,
      receipts: 2,
      refunded: 2_000,
      refunds: 1,
      takenBack: 11_500,
      net: 28_500,
    },
    {
      mode: 'Credit_Card',
      received: 50_000,
      receipts: 1,
      refunded: 0,
      refunds: 0,
      takenBack: 0,
      net: 50_000,
    },
  ])
})

test('only cash is in the drawer; without a movement the drawer is empty', () => {
  expect(cashOf(drawerOf(MOVEMENTS))).toBe(28_500)
  expect(cashOf(drawerOf([]))).toBe(0)
})
