import { expect, test } from 'vitest'
import { isPrintHeld } from '#domain/report/print-gate.ts'

const gate = { paymentStatus: 'Pending', resultsWait: true, permissions: [] } as const

test('a report is held only while its payment is pending and the client waits for payment', () => {
  expect(isPrintHeld(gate)).toBe(true)
  expect(isPrintHeld({ ...gate, paymentStatus: 'Partial_Paid' })).toBe(true)
  expect(isPrintHeld({ ...gate, paymentStatus: 'Paid' })).toBe(false)
  expect(isPrintHeld({ ...gate, paymentStatus: '' })).toBe(false)
  expect(isPrintHeld({ ...gate, resultsWait: false })).toBe(false)
})

test('the right to print unpaid reports releases it', () => {
  expect(isPrintHeld({ ...gate, permissions: ['print_pending_payment_report'] })).toBe(false)
})
