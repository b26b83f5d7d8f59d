import { expect, test } from 'vitest'
import { withPrinted } from '#server/features/payments/public/invoice-number.ts'
import type { LockedVisit } from '#server/features/visits/public/write-store.ts'

const visit = (invoice_provisional_no: string) => ({ invoice_provisional_no }) as LockedVisit

test('a printed number is added once to those of the invoice', () => {
  expect(withPrinted(visit(''), 'A-1')).toBe('A-1')
  expect(withPrinted(visit('A-1'), 'B-1')).toBe('A-1, B-1')
  expect(withPrinted(visit('A-1, B-1'), 'B-1')).toBe('A-1, B-1')
  expect(withPrinted(visit('A-1'), 'A-')).toBe('A-1, A-')
})

test('without a printed number the invoice keeps its own', () => {
  expect(withPrinted(visit('A-1'), undefined)).toBe('A-1')
  expect(withPrinted(visit('A-1'), '')).toBe('A-1')
  expect(withPrinted(visit(''))).toBe('')
})
