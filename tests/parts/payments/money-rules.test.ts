import { expect, test } from 'vitest'
import { correctable, correctRefusal } from '#src/parts/payments/money-rules.ts'
import { visitRowOf } from '../booking/visit-row.ts'

const visit = { ...visitRowOf({ net_charges: 1000, paid: 600, patient_share: 100 }), isWaiting: true }
const facts = { visit, decimals: 2 }

test('a refused payment that the visit shows as received is owed again', () => {
  const refused = { taken: 60_000, madeOffline: false }
  expect(correctable(facts, { ...refused, isCounted: true })).toBe(100_000)
  expect(correctable(facts, { ...refused, isCounted: false })).toBe(40_000)
})

test('money taken offline may be recorded unchanged, whatever the current debt', () => {
  const refused = { taken: 90_000, isCounted: false }
  expect(correctable(facts, { ...refused, madeOffline: true })).toBe(90_000)
  expect(correctable(facts, { ...refused, madeOffline: false })).toBe(40_000)
})

test('for a cancelled visit only money taken offline is sent again', () => {
  const cancelled = { visit: { ...visit, status: 12 as const }, permissions: ['create_receipt'] as const }
  expect(correctRefusal(cancelled, true)).toBeUndefined()
  expect(correctRefusal(cancelled, false)).toBe('The appointment is cancelled')
  expect(correctRefusal({ ...cancelled, permissions: [] }, true)).toBe('Your role may not do this')
})
