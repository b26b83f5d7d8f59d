import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FollowUpRow } from '#contract/calls/follow-ups.ts'
import { dayAt } from '#domain/time/zones.ts'
import FollowUps from '#src/features/follow-ups/FollowUps.tsx'
import { FOLLOW_UP_CSV } from '#src/features/follow-ups/follow-up-csv.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { leaveRow } from '#src/ui/grid/left-row.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const world = vi.hoisted(() => ({
  online: true,
  rows: [] as unknown[],
  asked: [] as object[],
  called: [] as [string, object][],
  refusal: undefined as Error | undefined,
  refreshed: 0,
  session: undefined as unknown,
}))

vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => world.session }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: world.online }) }))
vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useBranches: () => [{ id: 'b1', name: 'Andheri' }],
}))
vi.mock('#src/sync/api/use-kept-call.ts', () => ({
  useKeptCall: (_call: unknown, input: object, { isWanted }: { isWanted: boolean }) => {
    world.asked.push(input)
    const counts = { Overdue: 1, Due: 2, Later: 0, Booked: 3, Done: 0, Closed: 0 }
    const page = { start: 0, total: world.rows.length, total_records: world.rows.length, cur_page: 1 }
    const answer = isWanted ? { result: { data: world.rows, page, counts } } : undefined
    return { answer, refresh: () => void (world.refreshed += 1) }
  },
}))
vi.mock('#src/sync/api/call-api.ts', () => ({
  callApi: async ({ key }: { key: string }, input: object) => {
    if (world.refusal) throw world.refusal
    world.called.push([key, input])
    return { message: 'Closed' }
  },
}))

const ROW: FollowUpRow = {
  id: '01990000-0000-8000-8000-000000000001',
  rev: 3,
  study_id: '01990000-0000-7000-8000-000000000002',
  study_desc: 'CT Thorax',
  study_datetime: '2026-11-20T08:30:00Z',
  ref_physician: 'DR KHAN',
  patient_id: null,
  pat_id: 'P-1007',
  pat_name: 'MEERA RAO',
  pat_age: '42Y',
  pat_sex: 'Female',
  branch_id: null,
  branch: 'Andheri',
  modality: 'CT',
  regions: ['chest'],
  what: 'CT chest',
  after: '3-6 months',
  words: 'CT chest in 3-6 months.',
  due_on: '2027-02-20',
  due_to: '2027-05-20',
  counts_from: '2027-01-05',
  state: 'Due',
  set_by: 'Dr Asha',
  set_on: '2026-11-20T09:00:00Z',
  done_study_id: null,
  visit_id: null,
  done_on: null,
  close_reason: null,
  close_note: '',
  closed_by: '',
  closed_on: null,
}

beforeEach(() => {
  layOut(1200)
  world.session = sessionFields()
  Object.assign(world, { online: true, rows: [ROW], asked: [], called: [], refusal: undefined, refreshed: 0 })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const show = (path = '/follow-ups') => renderInApp(<FollowUps />, path)

test('the open follow-ups are loaded by default, and each state shows its number', () => {
  show()
  expect(world.asked[0]).toEqual({ p: 1, ps: 25 })
  const states = within(screen.getByRole('combobox', { name: 'State' })).getAllByRole('option')
  expect(states.map(({ textContent }) => textContent)).toEqual([
    'Open 3',
    'Overdue 1',
    'Due 2',
    'Later',
    'Booked 3',
    'Done',
    'Closed',
    'All 6',
  ])
})

test('the page opens at the follow-up whose study was left for it', async () => {
  world.rows = [
    ROW,
    { ...ROW, id: '01990000-0000-8000-8000-000000000009', study_id: '01990000-0000-7000-8000-000000000009' },
  ]
  leaveRow('01990000-0000-7000-8000-000000000009')
  show()
  await act(async () => {})
  const active = screen.getByRole('grid').getAttribute('aria-activedescendant')
  expect(active).toContain('01990000-0000-8000-8000-000000000009')
})

test('the address holds the filter; invalid values are left out', () => {
  show('/follow-ups?state=Booked&modality=CT&from_date=2027-01-01&to_date=2027-13-01&p=2')
  expect(world.asked[0]).toEqual({ p: 2, ps: 25, state: 'Booked', modality: 'CT', from_date: '2027-01-01' })
})

test('offline the page says so and shows no list', () => {
  world.online = false
  show()
  expect(screen.getByText(/^This list needs the network\./)).toBeTruthy()
  expect(screen.queryByText('CT chest')).toBeNull()
})

test('an empty list explains how follow-ups are created', () => {
  world.rows = []
  show()
  expect(screen.getByText('No follow-up here.')).toBeTruthy()
  expect(screen.getByText(/CT chest in 3 months/)).toBeTruthy()
})

async function openAct(name: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Actions of CT chest' }))
  fireEvent.click(await screen.findByRole('menuitem', { name }))
  return screen.findByRole('dialog')
}

test('a follow-up is closed with a reason, some of which need words; a refusal is shown in the dialog', async () => {
  show()
  const dialog = await openAct('Close with a reason')
  const press = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Close with a reason' }))
  press()
  expect(await within(dialog).findByText('Choose a reason')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('combobox', { name: /^Why/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Other', hidden: true }))
  press()
  expect(await within(dialog).findByText('Write a note')).toBeTruthy()
  fireEvent.change(within(dialog).getByRole('textbox', { name: /^Note/ }), {
    target: { value: 'Moved away' },
  })
  world.refusal = new Error('It is already closed.')
  press()
  expect((await within(dialog).findByRole('alert')).textContent).toBe('It is already closed.')
  expect(world.refreshed).toBe(0)
  world.refusal = undefined
  press()
  await waitFor(() =>
    expect(world.called).toEqual([
      ['study/closeFollowUp', { id: ROW.id, rev: 3, reason: 'Other', note: 'Moved away' }],
    ]),
  )
})

test('after a change by another person the list is reloaded, and nothing is closed unseen', async () => {
  show()
  const dialog = await openAct('Close with a reason')
  fireEvent.click(within(dialog).getByRole('combobox', { name: /^Why/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Patient declined', hidden: true }))
  world.refusal = new ApiError(409, { code: 'conflict', message: 'Somebody changed it.' })
  const press = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Close with a reason' }))
  press()
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Somebody changed it.')
  expect(world.refreshed).toBe(1)
  world.refusal = undefined
  press()
  expect(world.called).toEqual([])
})

test('a follow-up is booked on its day, and an overdue one from today on', async () => {
  world.session = sessionFields({ modules: ['appointments'], main_modules: ['appointment_system'] })
  for (const [due_on, day] of [
    ['2020-01-02', dayAt(new Date(), branchZone())],
    ['2099-01-02', '2099-01-02'],
  ]) {
    world.rows = [{ ...ROW, due_on }]
    show()
    fireEvent.click(screen.getByRole('button', { name: 'Actions of CT chest' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Book in the scheduler' }))
    await waitFor(() => expect(screen.getByLabelText('path').textContent).toBe(`/scheduler?day=${day}`))
    cleanup()
  }
})

test('a closed follow-up can be reopened', async () => {
  world.rows = [{ ...ROW, state: 'Closed', close_reason: 'Declined', closed_on: '2026-11-21T09:00:00Z' }]
  show()
  const dialog = await openAct('Open again')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Open again' }))
  await waitFor(() => expect(world.called).toEqual([['study/reopenFollowUp', { id: ROW.id, rev: 3 }]]))
})

test.each([
  ['Died', 1],
  ['Declined', 0],
] as const)(
  'before one that was closed by %s is reopened, it says %d time(s) that others come back too',
  async (close_reason, times) => {
    world.rows = [{ ...ROW, state: 'Closed', close_reason, closed_on: '2026-11-21T09:00:00Z' }]
    show()
    const dialog = await openAct('Open again')
    expect(within(dialog).queryAllByText(/^Every follow-up that was closed with it comes back/)).toHaveLength(
      times,
    )
  },
)

test('the file has a cell for each heading, and the words of the report', () => {
  const cells = FOLLOW_UP_CSV.cellsOf(ROW)
  expect(cells).toHaveLength(FOLLOW_UP_CSV.head.length)
  expect(cells).toContain('CT chest in 3-6 months.')
  expect(cells.slice(0, 3)).toEqual(['2027-02-20', '2027-05-20', 'Due'])
})
