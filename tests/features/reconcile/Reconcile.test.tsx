import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BranchMonth, MonthLock } from '#contract/calls/month-lock.ts'
import type { ReconcileEntry, Reconciliation } from '#contract/calls/reconcile.ts'
import Reconcile from '#src/features/reconcile/Reconcile.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const BRANCH = '019a0000-0000-7000-8000-0000000000b1'
const VISIT = '019a0000-0000-7000-8000-0000000000e1'
const LOCK = '019a0000-0000-7000-8000-0000000000f1'
const seams = { isOnline: true, opened: [] as string[] }
let session = sessionFields()

vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useBranches: () => [{ id: BRANCH, rev: 1, name: 'Andheri', time_zone: 'Asia/Kolkata' }],
}))
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: seams.isOnline, since: new Date(0) }),
}))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => session }))
vi.mock('#src/ui/time/use-today.ts', () => ({ useToday: () => '2026-11-23' }))
vi.mock('#src/parts/visit-panel/VisitPanel.tsx', () => ({
  VisitPanel: ({ visitId }: { visitId: string }) => <p>The visit {visitId}</p>,
}))

const entry = (more: Partial<ReconcileEntry> = {}): ReconcileEntry => ({
  id: '019a0000-0000-7000-8000-0000000000a1',
  kind: 'Receipt',
  side: 'Taken',
  visit_id: VISIT,
  visit_no: 'V7',
  pat_name: 'Meera Nair',
  no: 'R000012',
  mode: 'Cash',
  person: 'Shilpa Rane',
  at: '2026-11-23T05:00:00.000Z',
  belongs_day: null,
  remarks: '',
  amount: 25,
  ...more,
})
const day = (more: Partial<Reconciliation> = {}): Reconciliation => ({
  modes: [
    { mode: 'Cash', drawers: 495, receipts: 525, collection: 525, bi: 525 },
    { mode: 'GPay', drawers: 40, receipts: 40, collection: 40, bi: 40 },
  ],
  total: { drawers: 535, receipts: 565, collection: 565, bi: 565 },
  closes: 1,
  differences: [
    { kind: 'not_counted', count: 1, amount: 25, entries: [entry({ belongs_day: '2026-10-30' })] },
    {
      kind: 'cash_difference',
      count: 1,
      amount: -5,
      entries: [entry({ kind: 'Close', visit_id: null, no: '', remarks: 'Five short.', amount: -5 })],
    },
  ],
  notes: [],
  unexplained: { drawers: 0, collection: 0, bi: 0 },
  invoices: {
    visits: 1,
    charges: 1000,
    discount: 0,
    hidden_discount: null,
    net_charges: 1000,
    paid: 565,
    balance: 435,
  },
  ...more,
})
const lockOf = (more: Partial<MonthLock> = {}): MonthLock => ({
  id: LOCK,
  branch_id: BRANCH,
  month: '2026-09',
  version: 1,
  totals: {
    received: 900,
    refunded: 100,
    net: 800,
    modes: [],
    invoices: { visits: 2, charges: 1000, discount: 0, net_charges: 1000 },
  },
  rows: 12,
  sha256: 'a1b2c3d4e5f6'.padEnd(64, '0'),
  locked_on: '2026-10-02T05:00:00.000Z',
  locked_by: 'Meera Pillai',
  unlocked_on: null,
  unlocked_by: '',
  unlock_reason: '',
  ...more,
})
const months = (): BranchMonth[] => [
  { month: '2026-11', is_locked: 0, refusal: 'Nov 2026 is not over at this branch.', locks: [] },
  { month: '2026-10', is_locked: 0, refusal: '', locks: [] },
  { month: '2026-09', is_locked: 1, refusal: '', locks: [lockOf()] },
]

const AS_AT = { pos: 7, at: '2026-11-23T05:12:00.000Z' }
const script = (result: Reconciliation) => ({
  'reconcile/day': () => ({ body: { result, as_at: AS_AT } }),
  'monthlock/list': () => ({ body: { result: { months: months() } } }),
})

beforeEach(() => {
  session = sessionFields({ modules: ['sales_report', 'lock_month'] })
  seams.isOnline = true
  layOut(1_200)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(result = day(), query = '') {
  const server = scriptServer(script(result))
  renderInApp(<Reconcile />, `/reconcile${query}`)
  await act(async () => {})
  return server
}
const texts = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

test('the four columns are side by side, and differences from the receipts are marked in words', async () => {
  await open()
  const table = await screen.findByRole('table', { name: 'Money of the day by mode' })
  const [, cash, gpay, total] = within(table).getAllByRole('row') as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  expect(texts(cash)).toEqual(['Cash', '₹495.00 differs from the receipts', '₹525.00', '₹525.00', '₹525.00'])
  expect(texts(gpay)).toEqual(['GPay', '₹40.00', '₹40.00', '₹40.00', '₹40.00'])
  expect(texts(total)[2]).toBe('₹565.00')
  expect(screen.getByText('The columns differ, and the entries below explain all of it.')).toBeDefined()
  expect(screen.getByText(/As at 23 Nov 2026 10:42 AM/)).toBeDefined()
})

test('a difference opens its entries, and an entry opens its visit', async () => {
  await open()
  await userEvent.click(await screen.findByText('Not counted by a close'))
  const table = screen.getByRole('table', { name: 'Not counted by a close' })
  expect(table.textContent).toContain('belongs to 30 Oct 2026')
  expect(table.textContent).toContain('Meera Nair')
  await userEvent.click(within(table).getByRole('button', { name: 'Open visit V7' }))
  expect(await screen.findByText(`The visit ${VISIT}`)).toBeDefined()
  const closes = screen.getByRole('table', { name: 'Counted cash differs from recorded cash' })
  expect(closes.textContent).toContain('Five short.')
  expect(within(closes).queryByRole('button')).toBeNull()
})

test('an unexplained difference is an alert, and equal columns are reported as equal', async () => {
  await open(day({ unexplained: { drawers: 3, collection: 0, bi: 0 } }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Drawers counted ₹3.00')
  cleanup()
  await open(day({ differences: [] }))
  expect(await screen.findByText('All four columns agree.')).toBeDefined()
})

test('a month is locked after a question, and a current month says why it cannot be', async () => {
  const locked = vi.fn(() => ({ body: { message: 'Oct 2026 is locked', result: { lock: lockOf() } } }))
  const { asked } = scriptServer({ ...script(day()), 'monthlock/lock': locked })
  renderInApp(<Reconcile />, '/reconcile?tab=months')
  const running = await screen.findByRole('button', { name: 'Lock Nov 2026' })
  expect(running.getAttribute('aria-description')).toBe('Nov 2026 is not over at this branch.')
  await userEvent.click(running)
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Lock Oct 2026' }))
  const question = await screen.findByRole('dialog', { name: 'Lock Oct 2026?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Lock' }))
  await vi.waitFor(() => expect(locked).toHaveBeenCalledOnce())
  const [act] = asked.filter(({ path }) => path.endsWith('monthlock/lock'))
  expect(act?.input).toMatchObject({ branch_id: BRANCH, month: '2026-10' })
  await vi.waitFor(() =>
    expect(asked.filter(({ path }) => path.endsWith('monthlock/list')).length).toBeGreaterThan(1),
  )
})

test('a locked month shows its sums and checksum, and is unlocked only with a reason', async () => {
  const opened = lockOf({ unlocked_on: '2026-11-23T05:00:00.000Z', unlock_reason: 'Typed twice.' })
  const { asked } = scriptServer({
    ...script(day()),
    'monthlock/unlock': () => ({ body: { message: 'Sep 2026 is open again', result: { lock: opened } } }),
  })
  renderInApp(<Reconcile />, '/reconcile?tab=months')
  const row = await screen.findByRole('row', { name: /Sep 2026/ })
  expect(row.textContent).toContain('Locked, version 1')
  expect(row.textContent).toContain('₹800.00')
  expect(row.textContent).toContain('a1b2c3d4e5f6')
  await userEvent.click(within(row).getByRole('button', { name: 'Unlock Sep 2026' }))
  const dialog = await screen.findByRole('dialog', { name: 'Unlock Sep 2026' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Unlock' }))
  expect(within(dialog).getByText('A reason is required.')).toBeDefined()
  expect(asked.some(({ path }) => path.endsWith('monthlock/unlock'))).toBe(false)
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Reason/ }), ' Typed twice. ')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Unlock' }))
  await vi.waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('monthlock/unlock'))?.input).toEqual({
      id: LOCK,
      reason: 'Typed twice.',
    }),
  )
})

test('a check says whether the money equals the locked money, and what changed in the invoices', async () => {
  const now = {
    totals: { ...lockOf().totals, invoices: { visits: 1, charges: 600, discount: 0, net_charges: 600 } },
  }
  scriptServer({
    ...script(day()),
    'monthlock/check': () => ({
      body: {
        result: {
          lock: lockOf(),
          now: { ...now, rows: 12, sha256: lockOf().sha256 },
          is_same: 1,
          are_invoices_same: 0,
        },
      },
    }),
  })
  renderInApp(<Reconcile />, '/reconcile?tab=months')
  await userEvent.click(await screen.findByRole('button', { name: 'Check Sep 2026 against the books' }))
  const note = await screen.findByText(
    'Sep 2026 is unchanged since it was locked: 12 movements, the same checksum.',
  )
  expect(note.parentElement?.textContent).toContain(
    'came to ₹1,000.00 when it was locked and come to ₹600.00 now',
  )
})

test('without the right nothing can be locked, and offline no request is sent', async () => {
  session = sessionFields({ modules: ['sales_report'] })
  await open(day(), '?tab=months')
  const button = await screen.findByRole('button', { name: 'Lock Oct 2026' })
  expect(button.getAttribute('aria-description')).toBe('This needs the right to lock and unlock months')
  cleanup()
  seams.isOnline = false
  const { asked } = await open()
  expect(screen.getByText('Reconciling needs the network')).toBeDefined()
  expect(asked).toEqual([])
})
