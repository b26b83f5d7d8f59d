import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PayoutClose, ReaderPayout } from '#contract/calls/payout.ts'
import Payout from '#src/features/payout/Payout.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const seams = { isOnline: true }
let session = sessionFields()
const READER = session.user_id
const OTHER = '019a0000-0000-7000-8000-000000000002'
const CLOSE = '019a0000-0000-7000-8000-0000000000f1'

vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: seams.isOnline, since: new Date(0) }),
}))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => session }))
vi.mock('#src/ui/time/use-today.ts', () => ({ useToday: () => '2026-11-23' }))

const sums = { exams: 12, points: 18.5, rate: 100, amount: 1_850, sha256: 'a'.repeat(64) }
const closing: PayoutClose = {
  id: CLOSE,
  version: 2,
  ...sums,
  closed_on: '2026-11-02T05:00:00.000Z',
  closed_by: 'Meera Pillai',
  reopened_on: null,
  reopened_by: '',
  reopen_reason: '',
}
const payout = (more: Partial<ReaderPayout> = {}): ReaderPayout => ({
  doctor_id: READER,
  name: 'Dr. Asha Menon',
  ...sums,
  verified: 9,
  without_points: 1,
  is_closed: 0,
  is_same: 1,
  refusal: '',
  closes: [],
  ...more,
})
const line = {
  study_id: CLOSE,
  signed_on: '2026-10-04T06:00:00.000Z',
  branch: 'Andheri',
  modality: 'CT',
  accession_no: 'A77',
  service: '',
  is_verified: 1,
  points: 0,
}

beforeEach(() => {
  session = sessionFields({ modules: ['reader_payout'] })
  seams.isOnline = true
  layOut(1_200)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(readers: readonly ReaderPayout[], more: object = {}) {
  const server = scriptServer({
    'payout/statement': () => ({ body: { result: { readers } } }),
    'payout/lines': () => ({
      body: { result: { data: [line], page: { start: 0, total: 1, total_records: 1, cur_page: 1 } } },
    }),
    ...more,
  })
  renderInApp(<Payout />, '/payout?month=2026-10')
  await act(async () => {})
  return server
}
const rowOf = async (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('a closed month shows the stored totals, and the current value of its studies', async () => {
  await open([
    payout({ is_closed: 1, is_same: 0, amount: 9_999, rate: 500, closes: [closing] }),
    payout({ doctor_id: OTHER, name: 'Dr. Rohan Mehta', refusal: 'Oct 2026 is not over at every branch.' }),
  ])
  const closed = await rowOf('Dr. Asha Menon')
  expect(cells(closed).slice(1, 6)).toEqual(['12', '9', '18.51 study has no points', '₹100.00', '₹1,850.00'])
  expect(closed.textContent).toContain('Closed, version 2')
  expect(closed.textContent).toContain('The studies have changed since. They now come to ₹9,999.00.')
  expect(within(closed).getByRole('button', { name: 'Open the month of Dr. Asha Menon again' })).toBeDefined()
  const running = within(await rowOf('Dr. Rohan Mehta'))
  const close = running.getByRole('button', { name: 'Close the month of Dr. Rohan Mehta' })
  expect(close.getAttribute('aria-disabled') ?? close.getAttribute('data-disabled')).toBe('true')
})

test('a rate is set in its dialog, and a refusal stays inside it', async () => {
  let refuses = true
  const { asked } = await open([payout()], {
    'payout/setRate': () =>
      refuses
        ? { status: 400, body: { code: 'invalid', message: 'has at most 2 decimals' } }
        : { body: { message: 'The rate is saved', result: { payout: payout() } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Set the rate of Dr. Asha Menon' }))
  const field = await screen.findByRole('textbox', { name: 'Rate per point' })
  await userEvent.clear(field)
  await userEvent.type(field, '120.50')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/at most 2 decimals/)).toBeDefined()
  refuses = false
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(asked.findLast(({ path }) => path.endsWith('setRate'))?.input).toEqual({
    doctor_id: READER,
    rate: 120.5,
    month: '2026-10',
  })
})

test('reopening a month needs a reason', async () => {
  const { asked } = await open([payout({ is_closed: 1, closes: [closing] })], {
    'payout/reopen': () => ({ body: { message: 'The month is open again', result: { payout: payout() } } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Open the month of Dr. Asha Menon again' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Open again' }))
  expect(dialog.getByText('A reason is required.')).toBeDefined()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'A study was missing.')
  await userEvent.click(dialog.getByRole('button', { name: 'Open again' }))
  expect(asked.findLast(({ path }) => path.endsWith('reopen'))?.input).toEqual({
    id: CLOSE,
    reason: 'A study was missing.',
  })
})

test('a reader sees their own studies at once and cannot change anything', async () => {
  session = sessionFields()
  await open([payout()])
  const table = await screen.findByRole('table', { name: 'Studies of Dr. Asha Menon' })
  expect(cells(within(table).getAllByRole('row')[1] as HTMLElement)).toEqual([
    expect.stringContaining('04 Oct 2026'),
    'A77',
    'CT',
    'No service',
    'Andheri',
    'Verified',
    '0',
  ])
  expect(screen.queryByRole('button', { name: /rate|Close|again/ })).toBeNull()
})

test('a statement is requested as a paper: a draft while the month is open', async () => {
  session = sessionFields()
  await open([payout()])
  await userEvent.click(await screen.findByRole('button', { name: 'Draft statement (PDF)' }))
  const asked = vi
    .mocked(fetch)
    .mock.calls.map(([url, init]) => ({
      url: typeof url === 'string' ? url : '',
      body: typeof init?.body === 'string' ? init.body : '',
    }))
    .find(({ url }) => url.includes('payout/statementPdf'))
  expect(JSON.parse(asked?.body ?? '')).toEqual({ month: '2026-10', doctor_id: READER })
  cleanup()
  await open([payout({ is_closed: 1, closes: [closing] })])
  expect(await screen.findByRole('button', { name: 'Statement (PDF)' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Printed papers' })).toBeDefined()
})

test('an empty month and a lost network show a message', async () => {
  await open([])
  expect(await screen.findByText('No study was signed in this month.')).toBeDefined()
  cleanup()
  seams.isOnline = false
  await open([payout()])
  expect(screen.getByText('Pay-out needs the network.')).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
})
