import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LeakCount, LeakEntry } from '#contract/calls/leakage.ts'
import { LEAK_LINES } from '#domain/leakage/lines.ts'
import Leakage from '#src/features/leakage/Leakage.tsx'
import { leakShape } from '#src/features/leakage/leak-csv.ts'
import { readLeakParams } from '#src/features/leakage/leak-params.ts'
import { type ScriptedAnswer, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const BRANCH = '019a0000-0000-7000-8000-0000000000b1'
const VISIT = '019a0000-0000-7000-8000-0000000000e1'
const STUDY = '019a0000-0000-7000-8000-0000000000a1'
const seams = { isOnline: true }
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
vi.mock('#src/parts/study-drawer/StudyDrawer.tsx', () => ({
  StudyDrawer: ({ studyId }: { studyId: string }) => <p>The study {studyId}</p>,
}))

const AS_AT = { pos: 7, at: '2026-11-23T05:12:00.000Z' }
const SCOPE = { self_created: 0, invoices: 'All' } as const
const stamped = (result: unknown) => ({ body: { result, as_at: AS_AT, scope: SCOPE } })
const count = (more: Partial<LeakCount>): LeakCount => ({
  line: 'no_show',
  open: 0,
  explained: 0,
  amount: 0,
  unpriced: 0,
  trend: [0, 0],
  trend_unit: 'day',
  ...more,
})
const BOARD: LeakCount[] = [
  count({ line: 'unmatched_study', open: 4, amount: null }),
  count({ line: 'scanned_free', open: 2, amount: 6100, unpriced: 1 }),
  count({ line: 'no_show', open: 3, explained: 2, amount: 21_000, trend: [1, 0, 4] }),
  count({ line: 'below_list', explained: 1 }),
  count({ line: 'over_head' }),
]
const entry = (more: Partial<LeakEntry> = {}): LeakEntry => ({
  line: 'scanned_free',
  subject_id: '019a0000-0000-7000-8000-0000000000f1',
  at: '2026-11-20T05:00:00.000Z',
  branch_id: BRANCH,
  branch: 'Andheri',
  appt_id: VISIT,
  visit_no: 'V7',
  study_id: null,
  pat_id: 'SAN-010007',
  pat_name: 'Meera Nair',
  what: 'CT Brain',
  person: 'Shilpa Rane',
  expected: 2500,
  actual: 0,
  amount: 2500,
  is_explained: 0,
  version: 0,
  acts: [],
  ...more,
})
const EXPLAINED = entry({
  is_explained: 1,
  version: 1,
  acts: [
    {
      version: 1,
      act: 'Explained',
      reason: 'Free_Care',
      note: 'Camp of the eighth.',
      by: 'Ravi Kulkarni',
      at: AS_AT.at,
    },
  ],
})

beforeEach(() => {
  session = sessionFields({
    modules: ['sales_report', 'appointments', 'view_archives'],
    main_modules: ['sales_report', 'appointment_system', 'archive_reporting'],
  })
  seams.isOnline = true
  layOut(1_200)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(
  query: string,
  {
    rows = [entry()],
    answer = () => ({ body: { message: 'Explained', result: EXPLAINED } }),
  }: { rows?: LeakEntry[]; answer?: () => ScriptedAnswer } = {},
) {
  const list = {
    data: rows,
    page: { start: 0, total: rows.length, total_records: rows.length, cur_page: 1 },
    totals: { entries: rows.length, amount: 2500, unpriced: 0 },
  }
  const server = scriptServer({
    'report/leakage': () => stamped(BOARD),
    'report/leakageEntries': () => stamped(list),
    'report/explainLeakage': answer,
  })
  renderInApp(<Leakage />, `/leakage${query}`)
  await act(async () => {})
  return server
}
const cardOf = async (name: string) => (await screen.findByRole('heading', { name })).closest('a, div[class]')

test('the board shows each line with its open entries, amount at stake and change', async () => {
  await open('')
  const noShow = (await cardOf('Nobody came'))?.closest('li')
  expect(noShow?.textContent).toContain('3 open')
  expect(noShow?.textContent).toContain('₹21,000.00')
  expect(noShow?.textContent).toContain('2 explained')
  expect(noShow?.textContent).toContain('Found: As the 30 days before')
  const free = screen.getByRole('link', { name: /Scanned at zero/ })
  expect(free.textContent).toContain('1 without a known price')
  const unmatched = screen.getByRole('link', { name: /Received without a service/ })
  expect(unmatched.textContent).not.toContain('₹')
  expect(screen.getByRole('link', { name: /Below the list price/ }).textContent).toContain('All explained')
  expect(screen.getByRole('link', { name: /Discount over the head/ }).textContent).toContain('Nothing found')
  expect(screen.getByText(/As at 23 Nov 2026/)).toBeDefined()
})

test('a line with entries shows when they were found; one without entries shows no trend', async () => {
  await open('')
  const noShow = await screen.findByRole('link', { name: /Nobody came/ })
  expect(within(noShow).getByRole('img').getAttribute('aria-label')).toBe(
    'Found by the day: 0 to 4, in the last 4',
  )
  const nothing = screen.getByRole('link', { name: /Discount over the head/ })
  expect(within(nothing).queryByRole('img')).toBeNull()
})

test('the board is requested as a paper with the branch and days of the page', async () => {
  await open(`?from_date=2026-11-01&to_date=2026-11-20&branch_id=${BRANCH}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Download PDF' }))
  const asked = vi
    .mocked(fetch)
    .mock.calls.map(([url, init]) => ({
      url: typeof url === 'string' ? url : '',
      body: typeof init?.body === 'string' ? init.body : '',
    }))
    .find(({ url }) => url.includes('report/leakagePdf'))
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    branch_id: BRANCH,
    from_date: '2026-11-01',
    to_date: '2026-11-20',
  })
  expect(screen.getByRole('button', { name: 'Printed papers' })).toBeDefined()
})

test('a line opens its entries over the same days, and an entry opens its visit', async () => {
  await open(`?from_date=2026-11-01&to_date=2026-11-20&branch_id=${BRANCH}`)
  await userEvent.click(await screen.findByRole('link', { name: /Scanned at zero/ }))
  const table = await screen.findByRole('table', { name: 'Scanned at zero' })
  const [, row, foot] = within(table).getAllByRole('row') as [HTMLElement, HTMLElement, HTMLElement]
  expect(row.textContent).toContain('Meera Nair')
  expect(row.textContent).toContain('CT Brain')
  expect(foot.textContent).toContain('₹2,500.00')
  await userEvent.click(within(row).getByRole('button', { name: 'Open visit V7' }))
  expect(await screen.findByText(`The visit ${VISIT}`)).toBeDefined()
  const back = screen.getByRole('link', { name: 'All lines' })
  expect(back.getAttribute('href')).toBe(
    `/leakage?branch_id=${BRANCH}&from_date=2026-11-01&to_date=2026-11-20`,
  )
})

test('a study opens its drawer', async () => {
  const study = entry({
    line: 'unmatched_study',
    study_id: STUDY,
    appt_id: null,
    visit_no: '',
    what: '',
    amount: null,
  })
  await open('?line=unmatched_study', { rows: [study] })
  const name = 'Open study Study without a description, Meera Nair'
  await userEvent.click(await screen.findByRole('button', { name }))
  expect(await screen.findByText(`The study ${STUDY}`)).toBeDefined()
})

test('an entry is explained with a reason of its line, and the list is reloaded', async () => {
  const { asked } = await open('?line=scanned_free')
  await userEvent.click(await screen.findByRole('button', { name: 'Explain CT Brain, V7' }))
  const dialog = await screen.findByRole('dialog', { name: 'Explain CT Brain, V7' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Explain' }))
  expect(within(dialog).getByText('Choose a reason.')).toBeDefined()
  await userEvent.click(within(dialog).getByRole('combobox', { name: /Reason/ }))
  const options = screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)
  expect(options).not.toContain('Two different people')
  await userEvent.click(screen.getByRole('option', { name: 'Other', hidden: true }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Explain' }))
  expect(within(dialog).getByText('A reason is required.')).toBeDefined()
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Note/ }), ' Camp of the eighth. ')
  const before = asked.filter(({ path }) => path.endsWith('leakageEntries')).length
  await userEvent.click(within(dialog).getByRole('button', { name: 'Explain' }))
  await vi.waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('explainLeakage'))?.input).toEqual({
      line: 'scanned_free',
      subject_id: entry().subject_id,
      act: 'Explained',
      reason: 'Other',
      note: 'Camp of the eighth.',
      version: 0,
    }),
  )
  await vi.waitFor(() =>
    expect(asked.filter(({ path }) => path.endsWith('leakageEntries')).length).toBeGreaterThan(before),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an explained entry shows its history and is reopened only with words', async () => {
  const { asked } = await open('?line=scanned_free&state=Explained', { rows: [EXPLAINED] })
  const table = await screen.findByRole('table', { name: 'Scanned at zero' })
  expect(table.textContent).toContain('Free of charge: staff, charity or camp')
  await userEvent.click(screen.getByRole('button', { name: 'Open CT Brain, V7 again' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Camp of the eighth.')).toBeDefined()
  expect(within(dialog).getByText(/Ravi Kulkarni, 23 Nov 2026/)).toBeDefined()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Open again' }))
  expect(within(dialog).getByText('A reason is required.')).toBeDefined()
  expect(asked.some(({ path }) => path.endsWith('explainLeakage'))).toBe(false)
})

test('a refusal stays in the dialog with the typed text', async () => {
  const refused = () => ({
    status: 409,
    body: { message: 'Someone else changed this in the meantime.', code: 'conflict' },
  })
  await open('?line=scanned_free', { answer: refused })
  await userEvent.click(await screen.findByRole('button', { name: 'Explain CT Brain, V7' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('combobox', { name: /Reason/ }))
  await userEvent.click(screen.getByRole('option', { name: 'Billed elsewhere', hidden: true }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Explain' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Someone else changed this')
  expect(within(dialog).getByRole<HTMLInputElement>('combobox', { name: /Reason/ }).value).toBe(
    'Billed elsewhere',
  )
})

test('offline no request is sent, and the board names what it needs', async () => {
  seams.isOnline = false
  const { asked } = await open('')
  expect(screen.getAllByText('These figures need the network.').length).toBeGreaterThan(0)
  cleanup()
  await open('?line=no_show')
  expect(screen.getByRole('button', { name: 'CSV' }).getAttribute('aria-description')).toBe(
    'This needs the network.',
  )
  expect(asked).toEqual([])
})

test('the file of a line has its own columns, a cell for each, and the state of the entry', () => {
  for (const line of LEAK_LINES) {
    const { head, cellsOf } = leakShape(line, 'Asia/Kolkata')
    expect(cellsOf(entry({ line }))).toHaveLength(head.length)
    expect(new Set(head).size).toBe(head.length)
  }
  const { head, cellsOf } = leakShape('scanned_free', 'Asia/Kolkata')
  const cells = Object.fromEntries(head.map((name, index) => [name, cellsOf(EXPLAINED)[index]]))
  expect(cells).toMatchObject({
    'Visit ID': 'V7',
    'At stake': 2500,
    State: 'Explained',
    Reason: 'Free of charge: staff, charity or camp',
    By: 'Ravi Kulkarni',
  })
  expect(leakShape('unmatched_study', 'UTC').head).not.toContain('At stake')
})

test('the address holds branch, days, line and state; unknown values are left out', () => {
  const read = (query: string) => readLeakParams(new URLSearchParams(query), '2026-11-23')
  expect(read('')).toMatchObject({ from: '2026-10-25', to: '2026-11-23', line: undefined, state: 'Open' })
  expect(read('line=no_show&state=All&p=3&ps=50')).toMatchObject({
    line: 'no_show',
    state: 'All',
    page: 3,
    pageSize: 50,
  })
  expect(read('line=nothing&state=Odd&p=-1&ps=7&from_date=2026-02-30')).toMatchObject({
    line: undefined,
    state: 'Open',
    page: 1,
    from: '2026-10-25',
  })
})
