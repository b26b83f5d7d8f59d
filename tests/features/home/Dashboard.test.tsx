import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnyCall } from '#contract/kernel/define-call.ts'
import { Dashboard } from '#src/features/home/dashboard/Dashboard.tsx'
import { DASHBOARD_WORDS } from '#src/features/home/dashboard/words.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const BRANCH = '019a0000-0000-7000-8000-0000000000b1'
const NAIR = '019a0000-0000-7000-8000-0000000000d1'
const KHAN = '019a0000-0000-7000-8000-0000000000d2'
const TODAY = '2026-11-23'

const seams = {
  isOnline: true,
  asked: [] as { key: string; input: Record<string, unknown>; keptAs: string | undefined }[],
  lists: [] as Record<string, unknown>[],
  figuresOf: TODAY,
  refresh: vi.fn(),
}
let session = sessionFields()

const figures = () => ({
  summary: { Pending: 14, Draft: 7, ReadyForSign: 4, Signed: 7, Verified: 9, All: 41 },
  by_reporting_doctors: [
    { id: NAIR, name: 'Dr. Vivek Nair', n: 9 },
    { id: KHAN, name: 'Dr. Farida Khan', n: 1 },
  ],
  filter: {
    branch_id: null,
    from_date: seams.figuresOf,
    to_date: seams.figuresOf,
    date_col: 'received_datetime',
  },
  as_at: { pos: 7, at: '2026-11-23T05:12:00.000Z' },
})
const months = () => [
  { y: 2025, m: 12, no_of_cases: 164 },
  { y: 2026, m: 1, no_of_cases: 161 },
]

vi.mock('#src/sync/api/use-kept-call.ts', () => ({
  useKeptCall: (call: AnyCall, input: Record<string, unknown>, { keptAs }: { keptAs: string }) => {
    seams.asked.push({ key: call.key, input, keptAs })
    const result = call.key === 'dashboard/dashboardData' ? figures() : months()
    return { answer: { result }, refresh: seams.refresh }
  },
}))
vi.mock('#src/sync/studies/use-study-list.ts', () => ({
  useStudyList: (input: Record<string, unknown>) => {
    seams.lists.push(input)
    const rows = [
      studyRowOf({ id: '019a0000-0000-7000-8000-00000000000a', tag: 'Urgent', tag_color: '#c92a2a' }),
    ]
    const page = { start: 0, total: 1, total_records: 41, cur_page: 1 }
    return { rows, page, from: 'device', isLoading: false, refresh: vi.fn() }
  },
}))
vi.mock('#src/sync/studies/coverage.ts', () => ({ useCoverage: () => undefined }))
vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useBranches: () => [{ id: BRANCH, rev: 1, name: 'Andheri', time_zone: 'Asia/Kolkata' }],
}))
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: seams.isOnline, since: new Date(0) }),
}))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => session }))
vi.mock('#src/ui/time/use-today.ts', () => ({ useToday: () => TODAY }))

beforeEach(() => {
  session = sessionFields({ modules: ['view_dashboard', 'view_archives'] })
  Object.assign(seams, { isOnline: true, asked: [], lists: [], figuresOf: TODAY })
  layOut(1_200)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(query = '') {
  renderInApp(<Dashboard session={session} />, `/dashboard${query}`)
  await act(async () => {})
}
const path = () => screen.getByLabelText('path').textContent
const hrefOf = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')
const asked = (key: string) => seams.asked.findLast((one) => one.key === key)
const lastList = () => seams.lists.at(-1)

test('a tile opens the archives with its status and days', async () => {
  await open()
  expect(hrefOf('TOTAL CASES: 41 cases, open the list')).toBe('/archives?range=Today')
  expect(hrefOf(/^Ready for Sign: 4 cases/)).toBe('/archives?range=Today&status=ReadyForSign')
  cleanup()
  seams.figuresOf = '2026-11-09'
  await open(`?branch_id=${BRANCH}&date_col=signed_on&from_date=2026-11-09&to_date=2026-11-09`)
  expect(hrefOf(/^Verified/)).toBe(
    `/archives?from_date=2026-11-09&to_date=2026-11-09&date_col=signed_on&branch_id=${BRANCH}&status=Verified`,
  )
})

test('for a person without the archives a tile filters the table of the dashboard', async () => {
  session = sessionFields({ modules: ['view_dashboard'] })
  await open()
  expect(hrefOf(/^Signed/)).toBe('/dashboard?range=Today&status=Signed')
  expect(hrefOf(/^9 reports by Dr. Vivek Nair/)).toBe(`/dashboard?range=Today&doctors=${NAIR}`)
  cleanup()
  await open('?status=Signed')
  expect(lastList()).toMatchObject({ status: 'Signed', flag: 'dashboard' })
  await userEvent.click(screen.getByRole('button', { name: 'Any status' }))
  expect(lastList()).not.toHaveProperty('status')
})

test('a doctor’s number opens the reports, and the box filters only the table', async () => {
  await open()
  expect(hrefOf(/^1 report by Dr. Farida Khan/)).toBe(`/archives?range=Today&report_by_ids=${KHAN}`)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show studies of Dr. Vivek Nair only' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show studies of Dr. Farida Khan only' }))
  expect(lastList()).toMatchObject({ report_by_ids: `${NAIR},${KHAN}` })
  expect(asked('dashboard/dashboardData')?.input).not.toHaveProperty('report_by_ids')
  await userEvent.click(screen.getByRole('button', { name: 'All doctors' }))
  expect(lastList()).not.toHaveProperty('report_by_ids')
})

test('days, basis and branch are in the address and apply to figures and table', async () => {
  await open()
  await userEvent.click(screen.getByRole('radio', { name: 'Yesterday' }))
  expect(path()).toBe('/dashboard?range=Yesterday')
  const day = { from_date: '2026-11-22', to_date: '2026-11-22', date_col: 'received_datetime' }
  expect(asked('dashboard/dashboardData')?.input).toEqual(day)
  expect(lastList()).toMatchObject(day)
  await userEvent.click(screen.getByRole('combobox', { name: 'Date basis' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Date: Signed' }))
  expect(path()).toContain('date_col=signed_on')
  expect(asked('dashboard/casesLast12Months')?.input).toEqual({ date_col: 'signed_on' })
  await userEvent.click(screen.getByRole('combobox', { name: 'Branch' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Andheri' }))
  expect(asked('dashboard/dashboardData')?.input).toMatchObject({ branch_id: BRANCH })
  // The chart has a separate branch filter.
  expect(asked('dashboard/casesLast12Months')?.input).not.toHaveProperty('branch_id')
})

test('invalid values of an address are left out', async () => {
  await open('?branch_id=all&date_col=hidden&range=Ever&status=Gone&doctors=x&p=-1&ps=7000')
  expect(lastList()).toEqual({
    assigned_type: 'Any',
    from_date: TODAY,
    to_date: TODAY,
    date_col: 'received_datetime',
    flag: 'dashboard',
    p: 1,
    ps: 10,
  })
})

test('the figures show their time, and offline that they are this device’s', async () => {
  await open()
  expect(screen.getByText(/^As at .*41 cases$/)).toBeDefined()
  cleanup()
  seams.isOnline = false
  await open()
  expect(screen.getByText(/^From this device, as at .*41 cases$/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Refresh' }).getAttribute('aria-disabled')).toBe('true')
})

test('cached figures of other days are not shown for these', async () => {
  seams.isOnline = false
  seams.figuresOf = '2026-11-22'
  await open()
  expect(screen.queryByRole('link', { name: /TOTAL CASES/ })).toBeNull()
  expect(
    screen.getByText(/^These figures need the network. The last ones on this device are from/),
  ).toBeDefined()
})

test('the chart switches from bars to a line and opens the list of a month', async () => {
  await open()
  const chart = screen.getByRole('region', { name: 'Last 12 Months Cases' })
  await userEvent.click(within(chart).getByRole('radio', { name: 'Line' }))
  expect(path()).toBe('/dashboard?months_as=line')
  await userEvent.click(within(chart).getByRole('button', { name: 'Show as table' }))
  const december = within(chart).getByRole('row', { name: /Dec, 2025/ })
  expect(within(december).getByRole('link').getAttribute('href')).toBe(
    '/archives?from_date=2025-12-01&to_date=2025-12-31',
  )
})

test('the table has a coloured tag and its count', async () => {
  await open()
  const grid = screen.getByRole('grid', { name: 'Studies' })
  expect(within(grid).getByText('Urgent')).toBeDefined()
  expect(screen.getByText('Showing 1 - 1 of 41 records.')).toBeDefined()
  expect(DASHBOARD_WORDS.fileName).toBe('studies-cases.csv')
})
