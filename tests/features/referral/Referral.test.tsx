import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CommissionRow } from '#contract/calls/referral-commissions.ts'
import Referral from '#src/features/referral/Referral.tsx'
import { ApiError } from '#src/sync/api/errors.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { AS_AT, SCOPE } from '../sales/sales-rows.ts'

const seams = vi.hoisted(() => ({
  online: true,
  asked: [] as { key: string; input: Record<string, unknown> }[],
  answers: {} as Record<string, (input: Record<string, unknown>) => unknown>,
}))
vi.mock('#src/sync/api/call-api.ts', () => ({
  callApi: async ({ key }: { key: string }, input: Record<string, unknown>) => {
    seams.asked.push({ key, input })
    const answer = seams.answers[key]
    if (!answer) return { result: [] }
    return answer(input)
  },
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: seams.online }) }))
vi.mock('#src/sync/directory/use-directory.ts', () => ({ useBranches: () => [] }))

const row = (over: Partial<CommissionRow> = {}): CommissionRow => ({
  id: '01990000-0000-7000-8000-000000000001',
  ref_doctor_type: 'Doctor',
  rev: 0,
  referred_by: 'Dr. Bhat',
  ref_dr_id: '01990000-0000-7000-8000-0000000000d1',
  ref_hospital: 'Lilavati',
  appt_id: '01990000-0000-7000-8000-0000000000a1',
  visit_no: 'V100001',
  branch_id: '01990000-0000-7000-8000-0000000000b1',
  branch: 'Andheri',
  start_dt: '2026-11-20T05:00:00.000Z',
  pat_id: 'SAN-1',
  pat_name: 'Asha Kamat',
  service: 'CT Brain Plain',
  department: 'CT',
  net_charges: 900,
  paid: 400,
  balance: 500,
  payment_status: 'Partial_Paid',
  commission: 90,
  is_edited: false,
  commission_status: 'Pending',
  settled_on: null,
  settled_by_name: '',
  is_used: false,
  used_amount: 0,
  to_pay: 90,
  ...over,
})
const listOf = (rows: CommissionRow[]) => ({
  result: {
    data: rows,
    page: { start: 0, total: rows.length, total_records: rows.length, cur_page: 1 },
    totals: { rows: rows.length, net_charges: 900, paid: 400, balance: 500, commission: 90, to_pay: 90 },
  },
  as_at: AS_AT,
  scope: SCOPE,
})
const LIST = 'report/referralCommissions'
const asked = (key: string) => seams.asked.filter((one) => one.key === key).map(({ input }) => input)

beforeEach(() => {
  seams.online = true
  seams.asked = []
  seams.answers = { [LIST]: () => listOf([row()]) }
})
afterEach(cleanup)

test('shows the debt line by line, with the sums of the whole list at the foot', async () => {
  renderInApp(<Referral />, '/referral?from_date=2026-11-20&to_date=2026-11-20')
  expect(await screen.findByText('Dr. Bhat')).toBeDefined()
  expect(screen.getByRole('columnheader', { name: 'Hospital' })).toBeDefined()
  expect(screen.getByText('Total')).toBeDefined()
  expect(asked(LIST)[0]).toMatchObject({ from_date: '2026-11-20', p: 1, ps: 20 })
})

test('a hospital’s list has no hospital column, and requests hospitals', async () => {
  renderInApp(<Referral />, '/referral?ref_doctor_type=Hospital')
  await screen.findByText('Dr. Bhat')
  expect(screen.queryByRole('columnheader', { name: 'Hospital' })).toBeNull()
  expect(asked(LIST)[0]).toMatchObject({ ref_doctor_type: 'Hospital' })
})

test('only pending rows can be selected, and settling asks for confirmation', async () => {
  const user = userEvent.setup()
  const settled = row({
    id: '01990000-0000-7000-8000-000000000002',
    commission_status: 'Settled',
    visit_no: 'V2',
  })
  seams.answers[LIST] = () => listOf([row(), settled])
  seams.answers['report/markReferralCommissionSettled'] = () => ({ message: 'Settled', result: [] })
  renderInApp(<Referral />, '/referral')
  await screen.findByText('V100001')
  expect(screen.getAllByRole('checkbox', { name: /^Select/ })).toHaveLength(1)
  const button = screen.getByRole('button', { name: 'Mark selected as Settled' })
  await user.click(button)
  expect(screen.queryByText('Are you sure to settle these selection?')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: /^Select/ }))
  await user.click(button)
  expect(await screen.findByText('Are you sure to settle these selection?')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Yes' }))
  await waitFor(() =>
    expect(asked('report/markReferralCommissionSettled')).toEqual([
      { data: [{ id: row().id, ref_doctor_type: 'Doctor' }] },
    ]),
  )
})

test('an edit keeps digits and a dot, refuses too many decimals, and reports another desk’s change', async () => {
  const user = userEvent.setup()
  seams.answers['report/updateReferralCommission'] = () => {
    throw new ApiError(409, {
      code: 'conflict',
      message: 'Someone else changed this in the meantime.',
      current: row({ commission: 70, rev: 1 }),
    })
  }
  renderInApp(<Referral />, '/referral')
  await user.click(await screen.findByRole('button', { name: /^Edit Spcl Disc/ }))
  const field = await screen.findByRole('textbox', { name: 'Spcl Disc.' })
  fireEvent.change(field, { target: { value: '-5a5.125' } })
  expect((field as HTMLInputElement).value).toBe('55.125')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('At most 2 decimals.')).toBeDefined()
  expect(asked('report/updateReferralCommission')).toEqual([])
  fireEvent.change(field, { target: { value: '55.5' } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/Somebody changed this row in the meantime/)).toBeDefined()
  expect(asked('report/updateReferralCommission')).toMatchObject([{ commission: 55.5, rev: 0 }])
})

test('offline nothing can be edited or settled, and the page says so', async () => {
  seams.online = false
  renderInApp(<Referral />, '/referral')
  expect(await screen.findByText(/Referral commissions need the network/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Mark selected as Settled' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  expect(asked(LIST)).toEqual([])
})
