import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAYMENT_MODES } from '#domain/money/payment-modes.ts'
import { successorReceipts } from '#domain/money/successor-receipts.ts'

const refused = [
  { id: 'one', mode: 'Cash', provisional_no: 'D1-A' },
  { id: 'two', mode: 'Credit_Card', provisional_no: 'D1-B' },
]
const mint = (place: number) => ({ id: `new-${place}`, provisional_no: `D1-new-${place}` })
const corrected = (...modes: string[]) =>
  successorReceipts(
    refused,
    modes.map((mode) => ({ mode, amount: 1 })),
    mint,
  )

test('an unchanged mode keeps its receipt and the number on its paper', () => {
  expect(corrected('Credit_Card', 'Cash')).toEqual([
    { id: 'two', mode: 'Credit_Card', amount: 1, provisional_no: 'D1-B' },
    { id: 'one', mode: 'Cash', amount: 1, provisional_no: 'D1-A' },
  ])
})

test('another mode takes over the remaining receipt, and only then a new one is created', () => {
  expect(corrected('Insurance', 'Cash', 'Cheque').map(({ id }) => id)).toEqual(['two', 'one', 'new-2'])
  expect(corrected('Insurance').map(({ id }) => id)).toEqual(['one'])
})

const someModes = fc.uniqueArray(fc.constantFrom(...PAYMENT_MODES), { minLength: 1 })

test('no correction uses an id twice, and one of the refused receipts stays', () => {
  fc.assert(
    fc.property(someModes, someModes, (before, after) => {
      const old = before.map((mode, place) => ({ id: `old-${place}`, mode }))
      const next = successorReceipts(
        old,
        after.map((mode) => ({ mode })),
        mint,
      )
      const ids = next.map(({ id }) => id)
      expect(next.map(({ mode }) => mode)).toEqual(after)
      expect(new Set(ids).size).toBe(ids.length)
      const kept = ids.filter((id) => id.startsWith('old-'))
      expect(kept).toHaveLength(Math.min(before.length, after.length))
      for (const { id, mode } of old) {
        const same = next.find((one) => one.mode === mode)
        if (same) expect(same.id).toBe(id)
      }
    }),
  )
})
