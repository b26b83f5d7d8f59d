import { expect, test } from 'vitest'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { LocalRecords } from '#src/sync/effects/effect.ts'
import { paymentEffects } from '#src/sync/effects/payment-effects.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'

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

test('a payment for a visit without a copy shows only its receipts', async () => {
  const made = await patches(INPUT, localWith(undefined), AUTHOR)
  expect(made.map(({ type }) => type)).toEqual(['receipt', 'receipt'])
})

test('an action is identified by its first receipt', () => {
  expect(record(INPUT)).toEqual({ type: 'receipt', id: 'one' })
})

test('each field of a receipt comes from its payment, and missing ones are empty', async () => {
  const full = {
    id: 'one',
    mode: 'Cash' as const,
    amount: 90,
    provisional_no: 'FD2-1',
    ref_no: 'R-1',
    remarks: 'in coins',
    tendered: 100,
  }
  const [said, unsaid] = await patches(
    { appt_id: 'visit', receipts: [full, { id: 'two', mode: 'Cash', amount: 1 }] },
    localWith(undefined),
    AUTHOR,
  )
  const row = {
    rev: 0,
    appt_id: 'visit',
    branch_id: '',
    receipt_no: '',
    pay_scheme_id: null,
    payment_type_scheme: '',
    status: 'Received',
    is_unallocated: 0,
    // Without a time of its own a payment was taken when it was entered.
    taken_on: AUTHOR.at,
    created: AUTHOR.at,
    created_by_id: 'u',
    created_by_name: 'Shilpa Rane',
    cancelled_on: null,
    cancelled_by_name: '',
    cancel_reason: '',
  }
  expect(said?.change).toEqual({ ...row, ...full })
  expect(unsaid?.change).toEqual({
    ...row,
    id: 'two',
    mode: 'Cash',
    amount: 1,
    provisional_no: '',
    ref_no: '',
    remarks: '',
    tendered: null,
  })
})

test('a visit without amounts still shows none after a payment; one without an invoice gets the printed number', async () => {
  const [, , hidden] = await patches(
    { ...INPUT, invoice_provisional_no: 'FD2-I' },
    localWith({ id: 'visit', branch_id: 'andheri' }),
    AUTHOR,
  )
  expect(hidden?.change).toEqual({ invoice_provisional_no: 'FD2-I' })
  const [, , half] = await patches(
    INPUT,
    localWith({ id: 'visit', branch_id: 'andheri', net_charges: 1, paid: 0.5, balance: 0.5 }),
    AUTHOR,
  )
  expect(half?.change).toEqual({ paid: 0.8, balance: 0.2, payment_status: 'Partial_Paid' })
  for (const known of [{ paid: 0.5 }, { net_charges: 1 }]) {
    const [, , after] = await patches(INPUT, localWith({ id: 'visit', branch_id: 'a', ...known }), AUTHOR)
    expect(after?.change).toEqual({})
  }
})

test('amounts of a currency with three decimals keep all three', async () => {
  setSession(sessionFields({ no_of_decimal: 3 }))
  try {
    const visit = { id: 'visit', branch_id: 'a', net_charges: 1.005, paid: 0, balance: 1.005 }
    const receipts = [{ id: 'one', mode: 'Cash' as const, amount: 0.005 }]
    const [, after] = await patches({ ...INPUT, receipts }, localWith(visit), AUTHOR)
    expect(after?.change).toMatchObject({ paid: 0.005, balance: 1 })
  } finally {
    setSession(undefined)
  }
})

test('amounts have two decimals while nobody is signed in', async () => {
  const visit = { id: 'visit', branch_id: 'a', net_charges: 0.25, paid: 0.05, balance: 0.2 }
  const receipts = [{ id: 'one', mode: 'Cash' as const, amount: 0.15 }]
  const [, after] = await patches({ ...INPUT, receipts }, localWith(visit), AUTHOR)
  expect(after?.change).toMatchObject({ paid: 0.2, balance: 0.05 })
})

test('an action without receipts is identified by its visit', () => {
  expect(record({ ...INPUT, receipts: [] })).toEqual({ type: 'receipt', id: 'visit' })
})
