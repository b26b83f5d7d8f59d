import { expect, test } from 'vitest'
import type { Permission } from '#domain/access/permissions.ts'
import { invoiceKind } from '#domain/money/papers/invoice-kind.ts'
import { canViewInvoice } from '#domain/money/papers/print-gate.ts'
import { receivedByMode } from '#domain/money/papers/received-by-mode.ts'
import type { PaymentStatus } from '#domain/status/payment-status.ts'

test.each<[boolean, PaymentStatus, string]>([
  [false, 'Pending', 'plain'],
  [false, 'Partial_Paid', 'partial'],
  [false, 'Paid', 'plain'],
  [true, 'Pending', 'credit'],
  [true, 'Partial_Paid', 'partial'],
  [true, 'Paid', 'plain'],
])('scheme %s and %s: the invoice is %s', (hasScheme, status, kind) => {
  expect(invoiceKind({ hasScheme, status })).toBe(kind)
})

test.each<[string, PaymentStatus, boolean, number, Permission[], boolean]>([
  ['a paid visit', 'Paid', false, 1000, [], true],
  ['a pending one', 'Pending', false, 0, [], false],
  ['a part-paid one', 'Partial_Paid', false, 999, [], false],
  ['a pending one with the right to print it', 'Pending', false, 0, ['print_pending_invoice'], true],
  ["a scheme with the patient's share paid", 'Partial_Paid', true, 300, [], true],
  ["a scheme with a part of the patient's share paid", 'Partial_Paid', true, 299, [], false],
  ['a scheme that asks the patient for nothing', 'Pending', true, 300, [], true],
])('%s (%s) is viewed: the last column is', (_, status, hasScheme, paid, permissions, isOpen) => {
  expect(canViewInvoice({ status, hasScheme, paid, patientNet: 300, permissions })).toBe(isOpen)
})

test('money by mode keeps the order of first use and leaves out cancelled money', () => {
  expect(
    receivedByMode([
      { mode: 'GPay', minor: 100, status: 'Received' },
      { mode: 'Cash', minor: 250, status: 'Received' },
      { mode: 'GPay', minor: 5, status: 'Received' },
      { mode: 'Cheque', minor: 900, status: 'Cancelled' },
    ]),
  ).toEqual([
    { mode: 'GPay', minor: 105 },
    { mode: 'Cash', minor: 250 },
  ])
})
