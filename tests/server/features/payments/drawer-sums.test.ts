import { expect, test } from 'vitest'
import { demandBegun, spanOf } from '#server/features/payments/day-close.ts'
import { dayIn, sumMovements } from '#server/features/payments/public/drawer-store.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { callerOf } from '../../kernel/helpers/caller-of.ts'
import { cannedTx } from '../../kernel/helpers/canned-tx.ts'

const TABLES = { branch: [{ id: 'north', name: 'North', time_zone: 'Asia/Kolkata' }] }
const NOW = new Date('2026-11-21T20:00:00Z')
const contextOf = (change: Partial<Caller> = {}) =>
  ({
    tx: cannedTx(TABLES),
    caller: { ...callerOf('client', ['north']), userId: 'me', ...change },
    now: NOW,
  }) as unknown as Context

test('the movements of a drawer are summed by mode, and the cash among them', () => {
  const move = (kind: 'received' | 'refunded' | 'taken_back', mode: string, amount: string) => ({
    kind,
    id: 'x',
    mode,
    amount,
  })
  const { modes, cash } = sumMovements(
    [
      move('received', 'Cash', '100.50'),
      move('refunded', 'Cash', '20.25'),
      move('taken_back', 'Cash', '10'),
      move('received', 'UPI', '7'),
    ],
    2,
  )
  expect(cash).toBe(7025)
  expect(modes).toEqual([
    { mode: 'UPI', receipts: 1, refunds: 0, received: 7, refunded: 0, taken_back: 0, net: 7 },
    { mode: 'Cash', receipts: 1, refunds: 1, received: 100.5, refunded: 20.25, taken_back: 10, net: 70.25 },
  ])
})

test('a day at a branch begins and ends by its own clock', () => {
  const { from, to } = dayIn('2026-11-21', 'Asia/Kolkata')
  expect([from.toISOString(), to.toISOString()]).toEqual([
    '2026-11-20T18:30:00.000Z',
    '2026-11-21T18:29:59.999Z',
  ])
})

test('a person sees their own drawer; with the right to close any day, every drawer', async () => {
  const wish = { branch_id: 'north', day: '2026-11-21' }
  expect(await spanOf(contextOf(), wish)).toEqual({
    span: { clientId: 'client', branchId: 'north', userId: 'me', day: '2026-11-21' },
    isOfAll: false,
    today: '2026-11-22',
  })
  const theirs = { ...wish, user_id: 'other' }
  await expect(spanOf(contextOf(), theirs)).rejects.toThrow(
    expect.objectContaining({ code: 'not_permitted' }),
  )
  const all = { permissions: new Set(['close_any_day'] as const) }
  expect(await spanOf(contextOf(all), theirs)).toMatchObject({ span: { userId: 'other' }, isOfAll: true })
  await expect(spanOf(contextOf({ branchIds: [] }), wish)).rejects.toThrow(
    expect.objectContaining({ code: 'not_found' }),
  )
})

test('a day that has not begun cannot be closed', () => {
  expect(() => demandBegun('2026-11-21', '2026-11-21')).not.toThrow()
  expect(() => demandBegun('2026-11-22', '2026-11-21')).toThrow(
    expect.objectContaining({ code: 'invalid', extra: { fields: { day: 'is in the future' } } }),
  )
})
