import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CashPaidVisit } from '#contract/calls/hidden-discounts.ts'
import { DiscountButton } from '#src/features/visits/hidden-discount/DiscountButton.tsx'
import type { VisitListView } from '#src/features/visits/use-visit-params.ts'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const ANDHERI = '019a0000-0000-7000-8000-0000000000b1'
const THANE = '019a0000-0000-7000-8000-0000000000b2'
const BRANCHES = [
  { id: ANDHERI, rev: 1, name: 'Andheri', time_zone: 'Asia/Kolkata' },
  { id: THANE, rev: 1, name: 'Thane', time_zone: 'Asia/Kolkata' },
]
const ONE = '019a0000-0000-7000-8000-0000000000e1'
const TWO = '019a0000-0000-7000-8000-0000000000e2'
const MODULE = 'special_mgmt_discount'
const seams = { isOnline: true }
let session = sessionFields()

vi.mock('#src/sync/directory/use-directory.ts', () => ({ useBranches: () => BRANCHES }))
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: seams.isOnline, since: new Date(0) }),
}))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => session }))
vi.mock('#src/ui/time/use-today.ts', () => ({ useToday: () => '2026-11-23' }))

const visit = (part: Partial<CashPaidVisit> = {}): CashPaidVisit => ({
  appt_id: ONE,
  visit_no: 'V7',
  branch_id: ANDHERI,
  branch: 'Andheri',
  start_dt: '2026-11-23T04:30:00.000Z',
  pat_id: 'P-1',
  pat_name: 'Asha Rao',
  net_charges: 1000,
  paid: 600,
  cash: 400,
  hidden_discount: 0,
  reason: '',
  ...part,
})
const two = visit({
  appt_id: TWO,
  visit_no: 'V8',
  pat_name: 'Meera Nair',
  hidden_discount: 50.5,
  reason: 'Staff',
})
const listed = (visits: CashPaidVisit[]) => ({
  result: { visits, is_whole: true },
  as_at: { pos: 1, at: '2026-11-23T05:00:00.000Z' },
  scope: { self_created: 0, invoices: 'All' },
})
const view = {
  branches: BRANCHES,
  branchId: ANDHERI,
  days: { from: '2026-11-22', to: '2026-11-23' },
} as unknown as VisitListView
const saved = vi.fn()

beforeEach(() => {
  session = sessionFields({ modules: [MODULE], main_modules: [MODULE] })
  seams.isOnline = true
  saved.mockReset()
  layOut(1_200)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(script: Script = {}, visits = () => [visit(), two]) {
  const server = scriptServer({ cashPaidVisits: () => ({ body: listed(visits()) }), ...script })
  renderInApp(<DiscountButton view={view} onSaved={saved} />)
  await userEvent.click(screen.getByRole('button', { name: 'Spcl Mgmt Discount' }))
  await screen.findByRole('table', { name: 'Cash-paid visits' })
  const sent = () => server.asked.filter(({ path }) => path.endsWith('setHiddenDiscount'))
  return { asked: server.asked, sent }
}
const field = (name = 'Discount of V7 Asha Rao') => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (text: string, input = field()) => fireEvent.change(input, { target: { value: text } })
const giveReason = () => type('Goodwill', screen.getByRole('textbox', { name: /^Reason/ }))
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const addresses = () => vi.mocked(fetch).mock.calls.map(([address]) => address as string)
const totals = () => screen.getByLabelText('Totals of the discounts').textContent

test.each([
  [[], [MODULE]],
  [[MODULE], []],
])('a person with permissions %j of a client with modules %j sees no button', (modules, main_modules) => {
  session = sessionFields({ modules, main_modules } as Partial<typeof session>)
  renderInApp(<DiscountButton view={view} onSaved={saved} />)
  expect(screen.queryByRole('button', { name: 'Spcl Mgmt Discount' })).toBeNull()
})

test('offline the button says why it opens nothing', async () => {
  seams.isOnline = false
  renderInApp(<DiscountButton view={view} onSaved={saved} />)
  const button = screen.getByRole('button', { name: 'Spcl Mgmt Discount' })
  expect(button.getAttribute('aria-description')).toBe('Special management discounts need the network.')
  await userEvent.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('lists the cash-paid visits of the branch and days of the list, with their figures', async () => {
  await open()
  const url = new URL(addresses()[0] ?? '', 'http://localhost')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    branch_id: ANDHERI,
    from_date: '2026-11-22',
    to_date: '2026-11-23',
  })
  const [, first, second] = within(screen.getByRole('table')).getAllByRole('row')
  expect(first?.textContent).toBe('V723 Nov 2026Asha Rao1,000.00600.00400.00')
  expect(second?.textContent).toContain('Staff')
  expect(field('Discount of V8 Meera Nair').value).toBe('50.50')
  expect(totals()).toBe('Visits2Cash received₹800.00Discount₹50.50Changed0')
})

test('sends only the changed rows with the seen values, then says Saved, closes and refreshes the list', async () => {
  const { sent } = await open({ setHiddenDiscount: () => ({ body: { message: 'Saved', result: [] } }) })
  type('12x')
  expect(field().value).toBe('')
  type('400')
  expect(totals()).toBe('Visits2Cash received₹800.00Discount₹450.50Changed1')
  giveReason()
  await userEvent.type(field(), '{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent().map(({ input }) => input)).toEqual([
    { reason: 'Goodwill', records: [{ appt_id: ONE, hidden_discount: 400, seen: 0 }] },
  ])
  expect(await screen.findByText('Saved')).toBeDefined()
  expect(saved).toHaveBeenCalledOnce()
})

test('refuses wrong values before anything is sent, and leads to the row', async () => {
  const { sent } = await open()
  giveReason()
  await save()
  expect((await screen.findByRole('alert')).textContent).toContain('You have not changed any record')
  type('400.01')
  await save()
  expect(screen.getByText('Visit V7: the discount is more than the cash received.')).toBeDefined()
  expect(document.activeElement).toBe(field())
  type('1.005')
  await save()
  expect(screen.getByText('Visit V7: the discount has too many decimals.')).toBeDefined()
  expect(sent()).toEqual([])
})

test('asks for a reason before anything is sent', async () => {
  const { sent } = await open()
  type('10')
  await save()
  expect(await screen.findByText('A reason is required.')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Reason/ }))
  expect(sent()).toEqual([])
})

test('a conflict shows the current figures, keeps the typed values and saves against them', async () => {
  const fresh = visit({ hidden_discount: 30, cash: 350, reason: 'Somebody else' })
  const answers = [
    { status: 409, body: { code: 'conflict', message: 'Changed', current: [fresh] } },
    { body: { message: 'Saved', result: [] } },
  ]
  const { sent } = await open({ setHiddenDiscount: () => answers.shift() ?? { body: {} } })
  type('100')
  giveReason()
  await save()
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody else changed these discounts')
  expect(screen.getByRole('table').textContent).toContain('350.00')
  expect(screen.getByRole('table').textContent).toContain('Somebody else')
  expect(field().value).toBe('100')
  await save()
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(sent()[1]?.input.records).toEqual([{ appt_id: ONE, hidden_discount: 100, seen: 30 }])
})

test('a refusal of the server is shown in its words and the list is reloaded', async () => {
  let cash = 400
  const refused = () => {
    cash = 300
    return { status: 422, body: { code: 'month_locked', message: 'This month is locked at this branch.' } }
  }
  await open({ setHiddenDiscount: refused }, () => [visit({ cash })])
  type('10')
  giveReason()
  await save()
  expect(await screen.findByText('This month is locked at this branch.')).toBeDefined()
  await waitFor(() => expect(screen.getByRole('table').textContent).toContain('300.00'))
  expect(field().value).toBe('10')
  expect(saved).not.toHaveBeenCalled()
})

test('typed values are discarded only after a question', async () => {
  await open()
  type('10')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  const question = await screen.findByRole('dialog', { name: 'Discard the discounts?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Go on editing' }))
  await act(async () => {})
  expect(field().value).toBe('10')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
})

test('another branch is requested separately', async () => {
  await open()
  await userEvent.click(screen.getByRole('combobox', { name: 'Branch' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Thane', hidden: true }))
  await waitFor(() => expect(addresses().at(-1)).toContain(`branch_id=${THANE}`))
})
