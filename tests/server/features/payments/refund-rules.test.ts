import { expect, test } from 'vitest'
import type { Permission } from '#domain/access/permissions.ts'
import { REFUND_PROBLEMS } from '#domain/money/refundable.ts'
import { demandRefundable, readRefundPots } from '#server/features/payments/refund-rules.ts'
import type { Context } from '#server/kernel/context.ts'
import { callerOf } from '../../kernel/helpers/caller-of.ts'
import { cannedTx } from '../../kernel/helpers/canned-tx.ts'

const receiptOf = (mode: string, amount: string, pay_scheme_id: string | null = null) => ({
  mode,
  amount,
  pay_scheme_id,
  status: 'Received',
  settlement_id: null as string | null,
  created: new Date('2026-11-21T10:00:00Z'),
})
type Receipt = ReturnType<typeof receiptOf>

const contextOf = (
  receipts: Receipt[],
  refunds: object[] = [],
  rights: { admin?: boolean; may?: Permission[] } = {},
) =>
  ({
    tx: cannedTx({ receipt: receipts, refund: refunds }),
    caller: {
      ...callerOf('client', []),
      isClientAdmin: rights.admin ?? false,
      permissions: new Set(rights.may ?? []),
    },
  }) as unknown as Context

const LIST = { list: 'refunds', decimals: 2 }
const cash = (amount: number) => ({ mode: 'Cash', amount })
const insurance = (amount: number, pay_scheme_id?: string) => ({ mode: 'Insurance', amount, pay_scheme_id })

test('the rest of a visit’s money is read by the modes in which it came, in minor units', async () => {
  const pots = await readRefundPots(
    contextOf(
      [
        receiptOf('Cash', '100.50'),
        receiptOf('Insurance', '50', 'a'),
        { ...receiptOf('UPI', '9'), status: 'Cancelled' },
      ],
      [{ mode: 'Cash', amount: '20.25', status: 'Refunded', pay_scheme_id: null }],
    ),
    'visit',
    2,
  )
  expect(pots).toEqual([
    { mode: 'Cash', schemeId: null, minor: 8025 },
    { mode: 'Insurance', schemeId: 'a', minor: 5000 },
  ])
})

test('money paid by a settlement is told from money paid at the visit', async () => {
  const own = receiptOf('Insurance', '50', 'a')
  const pots = (settlement_id: string | null) =>
    readRefundPots(contextOf([{ ...own, settlement_id }]), 'visit', 2)
  expect(await pots('settlement')).not.toEqual(await pots(null))
})

test('a refund within the received amount names its insurer, automatically if there is only one', async () => {
  const ctx = contextOf([receiptOf('Cash', '100'), receiptOf('Insurance', '50', 'a')])
  expect(await demandRefundable(ctx, 'visit', [cash(100), insurance(50)], LIST)).toEqual([
    { mode: 'Cash', schemeId: null, minor: 10000 },
    { mode: 'Insurance', schemeId: 'a', minor: 5000 },
  ])
  const two = contextOf([receiptOf('Insurance', '50', 'a'), receiptOf('Insurance', '50', 'b')])
  expect(await demandRefundable(two, 'visit', [insurance(50, 'b')], LIST)).toEqual([
    { mode: 'Insurance', schemeId: 'b', minor: 5000 },
  ])
})

test('a refund above the received amount is refused', async () => {
  await expect(
    demandRefundable(contextOf([receiptOf('Cash', '100')]), 'visit', [cash(100.01)], LIST),
  ).rejects.toThrow(expect.objectContaining({ code: 'over_received' }))
})

test('insurance money is paid out in cash only by an administrator or with the right to it', async () => {
  const refund = (rights: Parameters<typeof contextOf>[2]) =>
    demandRefundable(contextOf([receiptOf('Insurance', '50', 'a')], [], rights), 'visit', [cash(50)], LIST)
  await expect(refund({})).rejects.toThrow(
    expect.objectContaining({ code: 'not_permitted', message: REFUND_PROBLEMS.as_cash }),
  )
  await expect(refund({ admin: true })).resolves.toHaveLength(1)
  await expect(refund({ may: ['refund_insurance_as_cash'] })).resolves.toHaveLength(1)
})

test('a refund to an insurer that gave less, or that is not named, is refused at its field', async () => {
  const ctx = contextOf([
    receiptOf('Cash', '100'),
    receiptOf('Insurance', '50', 'a'),
    receiptOf('Insurance', '50', 'b'),
  ])
  const fieldsOf = async (given: Parameters<typeof demandRefundable>[2], list: string) =>
    demandRefundable(ctx, 'visit', given, { list, decimals: 2 }).then(
      () => undefined,
      ({ code, extra }) => [code, Object.keys(extra.fields)],
    )
  expect(await fieldsOf([cash(1), insurance(10)], 'refunds')).toEqual([
    'invalid',
    ['refunds.1.pay_scheme_id'],
  ])
  expect(await fieldsOf([insurance(10)], '')).toEqual(['invalid', ['pay_scheme_id']])
  expect(await fieldsOf([cash(1), insurance(60, 'a')], 'refunds')).toEqual(['invalid', ['refunds.1.amount']])
})
