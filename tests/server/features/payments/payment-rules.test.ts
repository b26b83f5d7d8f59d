import { expect, test } from 'vitest'
import { demandPayable, demandSchemes, demandTendered } from '#server/features/payments/payment-rules.ts'
import type { Context } from '#server/kernel/context.ts'
import { callerOf } from '../../kernel/helpers/caller-of.ts'
import { cannedTx } from '../../kernel/helpers/canned-tx.ts'

const contextOf = (tables: Parameters<typeof cannedTx>[0], madeOffline = false) =>
  ({ tx: cannedTx(tables), caller: callerOf('client', []), madeOffline }) as unknown as Context
const refused = (fields: Record<string, string>) =>
  expect.objectContaining({ code: 'invalid', extra: { fields } })
const cash = (id: string, amount = 10) => ({ id, mode: 'Cash', amount })
const insurance = (id: string, pay_scheme_id?: string | null) => ({
  id,
  mode: 'Insurance',
  amount: 10,
  pay_scheme_id,
})
const LIST = { list: 'receipts', decimals: 2 }

test('amounts with the currency’s decimals, in modes that are offered, are payable', async () => {
  const given = [cash('a', 10.25), cash('b')]
  await expect(demandPayable(contextOf({}), given, LIST)).resolves.toBeUndefined()
  const hidden = contextOf({ client_setting: [{ hidden_payment_modes: ['UPI'] }] })
  await expect(demandPayable(hidden, given, LIST)).resolves.toBeUndefined()
})

test('each wrong amount and mode is named by its place', async () => {
  const hidden = contextOf({ client_setting: [{ hidden_payment_modes: ['Cash'] }] })
  await expect(demandPayable(hidden, [insurance('a'), cash('b', 0.001)], LIST)).rejects.toEqual(
    refused({ 'receipts.1.amount': 'has at most 2 decimals', 'receipts.1.mode': 'is not offered here' }),
  )
  await expect(demandPayable(hidden, [cash('b')], { ...LIST, list: '' })).rejects.toEqual(
    refused({ mode: 'is not offered here' }),
  )
})

test('one id for two amounts is refused', async () => {
  const twice = [cash('a'), cash('a')]
  await expect(demandPayable(contextOf({}), twice, LIST)).rejects.toEqual(
    refused({ receipts: 'names one id for two amounts' }),
  )
  await expect(demandPayable(contextOf({}), twice, { ...LIST, list: '' })).rejects.toEqual(
    refused({ id: 'names one id for two amounts' }),
  )
})

test('a hidden mode is taken from a device that worked offline, and to refund an insurer', async () => {
  const settings = { client_setting: [{ hidden_payment_modes: ['Cash', 'Insurance'] }] }
  await expect(demandPayable(contextOf(settings, true), [cash('a')], LIST)).resolves.toBeUndefined()
  const refund = { ...LIST, isRefund: true }
  await expect(demandPayable(contextOf(settings), [insurance('a')], refund)).resolves.toBeUndefined()
  await expect(demandPayable(contextOf(settings), [insurance('a')], LIST)).rejects.toThrow()
  await expect(demandPayable(contextOf(settings), [cash('a')], refund)).rejects.toThrow()
})

const schemes = (scheme?: { active: boolean; hidden: Date | null }) => ({
  payment_type_scheme: scheme ? [scheme] : [],
})
const USABLE = { active: true, hidden: null }

test('Insurance needs a scheme in use, and another mode has none', async () => {
  const given = [cash('a'), insurance('b', 'scheme')]
  await expect(demandSchemes(contextOf(schemes(USABLE)), given, 'receipts')).resolves.toBeUndefined()
  for (const scheme of [undefined, { active: false, hidden: null }, { active: true, hidden: new Date(0) }])
    await expect(demandSchemes(contextOf(schemes(scheme)), given, 'receipts')).rejects.toEqual(
      refused({ 'receipts.1.pay_scheme_id': expect.any(String) }),
    )
  await expect(demandSchemes(contextOf(schemes(USABLE)), [insurance('b', null)], '')).rejects.toEqual(
    refused({ pay_scheme_id: expect.any(String) }),
  )
  const withScheme = [{ ...cash('a'), pay_scheme_id: 'scheme' }]
  await expect(demandSchemes(contextOf(schemes(USABLE)), withScheme, 'receipts')).rejects.toEqual(
    refused({ 'receipts.0.pay_scheme_id': 'is for Insurance' }),
  )
})

test('a scheme archived in the meantime is accepted from an offline device, if it exists', async () => {
  const given = [insurance('b', 'scheme')]
  const away = schemes({ active: false, hidden: new Date(0) })
  await expect(demandSchemes(contextOf(away, true), given, '')).resolves.toBeUndefined()
  await expect(demandSchemes(contextOf(schemes(), true), given, '')).rejects.toThrow()
})

test('tendered money is cash, at least the amount, with the currency’s decimals', () => {
  const tender = (mode: string, tendered: number | undefined) =>
    demandTendered([cash('a'), { id: 'b', mode, amount: 10, tendered }], LIST)
  expect(() => tender('Cash', 10)).not.toThrow()
  expect(() => tender('UPI', undefined)).not.toThrow()
  expect(() => tender('UPI', 10)).toThrow(refused({ 'receipts.1.tendered': 'is for Cash' }))
  expect(() => tender('Cash', 10.001)).toThrow(refused({ 'receipts.1.tendered': 'has at most 2 decimals' }))
  expect(() => tender('Cash', 9.99)).toThrow(refused({ 'receipts.1.tendered': 'is less than the amount' }))
})
