import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Visits from '#src/features/visits/Visits.tsx'
import type { VisitListQuestion } from '#src/sync/visits/use-visit-list.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { ANDHERI, departmentSummary, kept, MRI, NANAVATI, seams, visitList } from './visit-fixtures.ts'

let session = sessionFields()

vi.mock('#src/sync/visits/use-visit-list.ts', () => ({
  useVisitList: (question: VisitListQuestion) => {
    seams.asked.push(question)
    return seams.list
  },
}))
vi.mock('#src/sync/directory/use-directory.ts', async () => {
  const { BRANCHES } = await import('./visit-fixtures.ts')
  return { useBranches: () => BRANCHES }
})
vi.mock('#src/sync/masters/use-masters.ts', async () => {
  const { DEPARTMENTS } = await import('./visit-fixtures.ts')
  return {
    useMasters: (_key: string, { isradiology }: { isradiology?: number }) => ({
      rows: DEPARTMENTS.filter((one) => isradiology === undefined || one.isradiology === isradiology),
    }),
  }
})
vi.mock('#src/sync/desk/use-people.ts', async () => {
  const { PEOPLE } = await import('./visit-fixtures.ts')
  return { usePeople: () => ({ people: PEOPLE, isLoading: false }) }
})
vi.mock('#src/sync/api/use-kept-call.ts', () => ({
  useKeptCall: (call: { key: string }, input: object) => {
    if (call.key === 'report/visitsDepartmentSummary') seams.summed.push(input)
    return { answer: kept[call.key], refresh: () => undefined }
  },
}))
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: seams.isOnline, since: new Date(0) }),
}))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => session }))
vi.mock('#src/parts/visit-panel/VisitPanel.tsx', () => ({
  VisitPanel: ({ visitId, tab, onClose }: { visitId: string; tab: number; onClose: () => void }) => (
    <div role="dialog">
      Visit {visitId} on tab {tab}
      <button type="button" onClick={onClose}>
        Back
      </button>
    </div>
  ),
}))
vi.mock('#src/parts/booking/BookingPanel.tsx', () => ({
  BookingPanel: ({ visit, onProceed }: { visit?: { id: string }; onProceed?: (id: string) => void }) => (
    <div role="dialog">
      Appointment of {visit?.id ?? 'nobody yet'}
      <button type="button" onClick={() => onProceed?.('new')}>
        Book & Proceed
      </button>
    </div>
  ),
}))

const path = () => screen.getByLabelText('path').textContent
const asked = () => seams.asked.at(-1)!
const rowOf = (name: string) => screen.getByText(name).closest('[role="row"]') as HTMLElement

async function open(query = '') {
  renderInApp(<Visits />, `/visits${query}`)
  // Observers report the sizes in a later turn.
  await act(async () => {})
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T06:00:00Z') })
  session = sessionFields({
    modules: ['appointments', 'sales_report'],
    main_modules: ['appointment_system', 'sales_report'],
  })
  seams.list = visitList({})
  seams.asked = []
  seams.summed = []
  seams.isOnline = true
  localStorage.clear()
  layOut(1_400)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the list opens on today at the first branch, the latest first, 20 a page', async () => {
  await open()
  expect(asked().input).toEqual({
    branch_id: ANDHERI,
    from_date: '2026-11-23',
    to_date: '2026-11-23',
    order_by: 'date_desc',
    p: 1,
    ps: 20,
  })
})

test('a row shows patient, visit, services, amounts and payment', async () => {
  await open()
  const row = within(rowOf('Asha Rao'))
  for (const text of [
    '42Y · F · P-1',
    'V-1',
    '23 Nov 2026 10:00 AM',
    'Booked',
    'X-Ray Chest PA',
    'Partial Paid',
  ])
    expect(row.getByText(text)).toBeDefined()
  expect(row.getAllByText('500.00')).toHaveLength(2)
  expect(row.getByText('200.00')).toBeDefined()
})

test('a cancelled visit shows no payment status, and a waiting change is marked', async () => {
  await open()
  expect(within(rowOf('Ramesh Patil')).queryByText('Pending')).toBeNull()
  expect(
    within(rowOf('Divya Naik')).getByRole('img', { name: 'On this device, not on the server yet' }),
  ).toBeDefined()
})

test('the foot shows the sums of all pages and the number of visits that the server does not have', async () => {
  await open()
  const totals = within(screen.getByLabelText('Totals of the list'))
  expect(totals.getByText('₹1,20,500.00')).toBeDefined()
  expect(totals.getByText('(1 cancelled)')).toBeDefined()
  expect(totals.getByText(/^As at 23 Nov 2026 /)).toBeDefined()
  expect(screen.getByText(/Showing 1 - 3 of 41 records\./).textContent).toContain('+1 not yet on the server')
})

test('a person who may not see sums sees only the number of visits', async () => {
  seams.list = visitList({ totals: { sums: undefined, visits: 40, cancelled: 0 } })
  await open()
  expect(within(screen.getByLabelText('Totals of the list')).queryByText('Charges')).toBeNull()
})

test('filters count once they are applied, and appear as pills that are removed one by one', async () => {
  const user = userEvent.setup({ delay: null })
  await open('?p=3')
  await user.click(screen.getByRole('button', { name: 'Filter Criteria' }))
  await choose(user, 'Payment Status', 'Partial Paid')
  await choose(user, 'Ref. Hospital', 'Nanavati')
  await user.click(screen.getByRole('checkbox', { name: 'Include Future Receipts' }))
  expect(asked().input).not.toHaveProperty('payment_status')
  await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
  expect(asked().input).toMatchObject({
    payment_status: 'Partial_Paid',
    ref_hospital_id: NANAVATI,
    includeFutureReceipt: 'Y',
    p: 1,
  })
  await user.click(screen.getByRole('button', { name: 'Remove filter Payment Status' }))
  expect(asked().input).not.toHaveProperty('payment_status')
  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(path()).toBe('/visits')
})

test('the type limits departments and statuses, and another type resets both', async () => {
  const user = userEvent.setup({ delay: null })
  await open(`?department_id=${MRI}&status=6&is_radiology=1`)
  await user.click(screen.getByRole('button', { name: /^Filter Criteria/ }))
  await choose(user, 'Type', 'Clinical')
  await user.click(screen.getByRole('combobox', { name: 'Visit Status' }))
  expect(screen.queryByRole('option', { name: 'Scan in Progress' })).toBeNull()
  expect(screen.getByRole('option', { name: 'Completed' })).toBeDefined()
  await user.click(screen.getByRole('combobox', { name: 'Department' }))
  expect(screen.queryByRole('option', { name: 'MRI' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
  expect(asked().input).toMatchObject({ is_radiology: '0' })
  expect(asked().input).not.toHaveProperty('department_id')
  expect(asked().input).not.toHaveProperty('status')
})

test('the typed search is sent and is in no address', async () => {
  await open()
  const search = screen.getByRole('textbox', { name: 'Search (Visit ID | Patient ID | Name)' })
  fireEvent.change(search, { target: { value: 'rao' } })
  fireEvent.keyDown(search, { key: 'Enter' })
  await waitFor(() => expect(asked().input).toMatchObject({ k: 'rao' }))
  expect(path()).toBe('/visits')
})

test('the order and all branches are sent, and the branch is kept in the address', async () => {
  const user = userEvent.setup({ delay: null })
  await open()
  await choose(user, 'Sort By', 'Oldest First')
  await choose(user, 'Branch', 'All branches')
  expect(asked().input).toMatchObject({ order_by: 'date_asc' })
  expect(asked().input).not.toHaveProperty('branch_id')
  expect(asked().range.spans).toHaveLength(2)
  expect(path()).toBe('/visits?order_by=date_asc&branch_id=All')
})

test('a figure of the summary opens the list of its department; the total opens the list itself', async () => {
  const user = userEvent.setup({ delay: null })
  kept['report/visitsDepartmentSummary'] = departmentSummary
  await open()
  await user.click(screen.getByRole('button', { name: 'Department Wise Summary' }))
  const summary = within(screen.getByRole('table', { name: 'Department Wise Summary' }))
  expect(within(summary.getByRole('row', { name: /^Total/ })).queryByRole('button')).toBeNull()
  await user.click(summary.getByRole('button', { name: '1,20,000.00' }))
  expect(asked().input).toMatchObject({ department_id: MRI, p: 1 })
  expect(seams.summed.at(-1)).toEqual({
    branch_id: ANDHERI,
    from_date: '2026-11-23',
    to_date: '2026-11-23',
    department_id: MRI,
  })
})

test.each([
  ['the right', { modules: ['appointments' as const] }],
  ['the module', { main_modules: ['appointment_system' as const] }],
])('without %s to the sales report there is no summary', async (_words, part) => {
  session = sessionFields({ ...session, ...part })
  await open()
  expect(screen.queryByRole('button', { name: 'Department Wise Summary' })).toBeNull()
})

test('selected visits show their sum, until they are cleared', async () => {
  const user = userEvent.setup({ delay: null })
  await open()
  await user.click(screen.getByRole('checkbox', { name: 'Select V-1 Asha Rao' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select V-3 Divya Naik' }))
  const bar = within(screen.getByRole('region', { name: '2 visits selected' }))
  expect(
    bar.getByText('2 visits selected · Net Charges ₹1,000.00 · Paid ₹200.00 · Balance ₹800.00'),
  ).toBeDefined()
  await user.click(bar.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByRole('region', { name: /selected/ })).toBeNull()
})

test('a row opens its visit, and closing it reloads the list', async () => {
  const user = userEvent.setup({ delay: null })
  await open()
  await user.click(screen.getByText('Asha Rao'))
  expect((await screen.findByRole('dialog')).textContent).toContain('Visit 1 on tab 1')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(seams.list.refresh).toHaveBeenCalledOnce()
})

test('book and proceed opens the new visit on its payments', async () => {
  const user = userEvent.setup({ delay: null })
  await open()
  await user.click(screen.getByRole('button', { name: 'Book Appointment' }))
  await user.click(await screen.findByRole('button', { name: 'Book & Proceed' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('Visit new on tab 3')
})

test('a visit that can be edited opens its appointment; another one says why not', async () => {
  const user = userEvent.setup({ delay: null })
  await open()
  await user.click(screen.getByRole('button', { name: 'Update appointment V-2 of Ramesh Patil' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Update appointment V-1 of Asha Rao' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('Appointment of 1')
})

test('offline the list shows the range of the device’s data', async () => {
  seams.isOnline = false
  seams.list = visitList({ from: 'device', coveredFrom: new Date('2026-10-23T00:00:00Z'), asAt: undefined })
  await open()
  expect(screen.getByText(/^From this device, since 23 Oct 2026\./)).toBeDefined()
})

test('an empty list says why, and offers to clear a filter', async () => {
  seams.list = visitList({ rows: [] })
  await open('?payment_status=Paid')
  expect(screen.getByText('No visits found.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(path()).toBe('/visits')
})

test('on a narrow screen the visits are cards', async () => {
  layOut(390)
  await open()
  expect(screen.queryByRole('grid')).toBeNull()
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(0)
})

async function choose(user: ReturnType<typeof userEvent.setup>, field: string, option: string) {
  await user.click(screen.getByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}
