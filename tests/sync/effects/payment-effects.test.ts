import { expect, test } from 'vitest'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { LocalRecords } from '#src/sync/effects/effect.ts'
import { paymentEffects } from '#src/sync/effects/payment-effects.ts'

const { patches, record } = paymentEffects['appt/createReceipts']
const AUTHOR = { userId: 'u', name: 'Shilpa Rane', at: '2026-11-21T17:45:02.000Z' }
const INPUT = {
  appt_id: 'visit',
  taken_on: '2026-11-21T17:45:02.000Z',
  receipts: [
    { id: 'one', mode: 'Cash' as const, amount: 0.1, provisional_no: 'FD2-1121-231502A' },
    { id: 'two', mode: 'Insurance' as const, amount: 0.2, pay_scheme_id: 'star' },
  ],
}

// The effect reads only the visit and the name of the scheme.
const localWith = (visit: Partial<VisitRow> | undefined) =>
  ({
    findVisit: async () => visit as VisitRow | undefined,
    findMaster: async () => ({ name: 'Star Health' }),
  }) as unknown as LocalRecords

test('a payment shows its receipts under provisional numbers, and the visit shows its remaining balance', async () => {
  const visit = { id: 'visit', branch_id: 'andheri', net_charges: 0.3, paid: 0, balance: 0.3 }
  const [one, two, after] = await patches(INPUT, localWith(visit), AUTHOR)
  expect(one?.change).toMatchObject({
    receipt_no: '',
    provisional_no: 'FD2-1121-231502A',
    branch_id: 'andheri',
    status: 'Received',
    created_by_name: 'Shilpa Rane',
  })
  expect(two?.change).toMatchObject({ payment_type_scheme: 'Star Health', provisional_no: '' })
  expect(after).toEqual({
    type: 'visit',
    id: 'visit',
    change: { paid: 0.3, balance: 0, payment_status: 'Paid' },
  })
})

test('a payment for a visit that this device does not hold shows only its receipts', async () => {
  const made = await patches(INPUT, localWith(undefined), AUTHOR)
  expect(made.map(({ type }) => type)).toEqual(['receipt', 'receipt'])
})

test('an action is identified by its first receipt', () => {
  expect(record(INPUT)).toEqual({ type: 'receipt', id: 'one' })
})
