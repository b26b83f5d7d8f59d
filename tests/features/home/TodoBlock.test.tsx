import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import { TodoBlock } from '#src/features/home/todo/TodoBlock.tsx'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const ME = '019a0000-0000-7000-8000-000000000001'
const NOW = Date.parse('2026-11-23T05:00:00.000Z')
let session = sessionFields()

const seams = {
  studies: [] as ReturnType<typeof studyRowOf>[] | undefined,
  visits: [] as VisitRow[],
  criticals: [] as { critical: CriticalRow; study: undefined }[],
  listCounts: undefined as Record<string, number> | undefined,
  askedCounts: [] as boolean[],
  queue: { waiting: 0, sending: 0, items: [] as { state: string; isConflict: boolean }[] },
  requests: 0,
  applies: 0,
  reports: [] as { branch_id: string; month: string; due_on: string }[],
}

vi.mock('#src/sync/home/use-unsigned-studies.ts', () => ({
  useUnsignedStudies: (isWanted: boolean) => (isWanted ? seams.studies : []),
}))
vi.mock('#src/sync/home/use-open-criticals.ts', () => ({
  useOpenCriticals: (userId: string | undefined) => (userId ? seams.criticals : []),
}))
vi.mock('#src/sync/home/use-day-visits.ts', () => ({
  useDayVisits: (span: object | undefined) => span && { visits: seams.visits, consents: [] },
}))
vi.mock('#src/sync/home/use-received-counts.ts', () => ({
  useReceivedCounts: (spans: object | undefined) => spans && { today: 23, before: 11 },
}))
vi.mock('#src/sync/studies/use-list-counts.ts', () => ({
  useListCounts: (_: object, { isWanted }: { isWanted: boolean }) => {
    seams.askedCounts.push(isWanted)
    return isWanted ? seams.listCounts : undefined
  },
}))
vi.mock('#src/sync/studies/coverage.ts', () => ({ useCoverage: () => undefined }))
vi.mock('#src/sync/outbox/look/use-queue.ts', () => ({ useQueue: () => seams.queue }))
vi.mock('#src/sync/bookings/use-bookings.ts', () => ({
  useBookings: () => ({ rows: [], page: { total_records: seams.requests }, isFromDevice: true }),
}))
vi.mock('#src/sync/masters/use-masters.ts', () => ({ useMasters: () => ({ rows: [], isLoading: false }) }))
vi.mock('#src/sync/devices/use-device-list.ts', () => ({ useDeviceList: () => ({ devices: undefined }) }))
vi.mock('#src/parts/checklist/use-setup-steps.ts', () => ({ useSetupSteps: () => [] }))
vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useBranches: () => [
    { id: 'b', rev: 1, name: 'Andheri', time_zone: 'Asia/Kolkata', pndt_applies: seams.applies },
  ],
}))
vi.mock('#src/sync/api/use-kept-call.ts', () => ({
  useKeptCall: ({ key }: { key: string }, _: object, { isWanted }: { isWanted: boolean }) => ({
    answer: isWanted && key === 'appt/formFReportsDue' ? { result: { reports: seams.reports } } : undefined,
  }),
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date(0) }) }))
vi.mock('#src/ui/time/ticking-clock.ts', () => ({ useTickingTime: () => NOW }))
vi.mock('#src/parts/visit-panel/VisitPanel.tsx', () => ({
  VisitPanel: ({ visitId, tab }: { visitId: string; tab?: number }) => (
    <div role="dialog">
      Visit {visitId} tab {tab ?? 1}
    </div>
  ),
}))

beforeEach(() => {
  session = sessionFields()
  Object.assign(seams, {
    studies: [],
    visits: [],
    criticals: [],
    listCounts: undefined,
    askedCounts: [],
    queue: { waiting: 0, sending: 0, items: [] },
    requests: 0,
    applies: 0,
    reports: [],
  })
})
afterEach(cleanup)

async function open(path = '/dashboard') {
  renderInApp(<TodoBlock session={session} />, path)
  await act(async () => {})
}
const lines = () =>
  screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')] as const)

const DESK = {
  modules: ['appointments', 'scan_worklist', 'create_receipt'],
  main_modules: ['appointment_system'],
  is_doctor: 0,
} as const
const visitOf = (part: Partial<VisitRow>) =>
  ({
    id: 'v',
    branch_id: 'b',
    is_radiology: 1,
    status: 1,
    start_dt: '2026-11-23T05:10:00.000Z',
    started_on: null,
    visit_no: 'V-7',
    name: 'Asha Rao',
    pat_id: 'P-1',
    services: [],
    charges: 1500,
    discount: 0,
    net_charges: 1500,
    paid: 500,
    balance: 1000,
    patient_share: 100,
    ...part,
  }) as unknown as VisitRow

test('a radiologist sees their reading tasks, each line with the address of its list', async () => {
  seams.studies = [
    studyRowOf({ id: '1', assigned_doctor_id: ME }),
    studyRowOf({ id: '2', assigned_doctor_id: ME, status: 'Draft', tat: 0 }),
  ]
  seams.queue.items = [
    { state: 'needs_you', isConflict: true },
    { state: 'device', isConflict: false },
  ]
  session = sessionFields({ is_client_admin: 1 })
  await open()
  const own = `assigned_doctor_id=${ME}`
  expect(lines()).toEqual([
    ['1report was changed by somebody else too', '/sync'],
    ['1study is over the allowed time', `/worklist1?sort=time_left&${own}&due=Overdue`],
    ['1study next to read', `/worklist1?sort=time_left&${own}&status=Pending&assigned_type=Assigned`],
    ['1draft to finish', `/worklist1?sort=time_left&${own}&status=Draft&assigned_type=Assigned`],
  ])
})

test('the server’s counts take precedence over the device’s, except while changes wait here', async () => {
  session = sessionFields({ is_client_admin: 1 })
  seams.studies = [studyRowOf({ id: '1', assigned_doctor_id: ME, tat: 0 })]
  seams.listCounts = { to_read: 9 }
  await open()
  expect(lines()[0]?.[0]).toBe('9studies next to read')
  cleanup()
  seams.queue.waiting = 1
  await open()
  expect(lines()[0]?.[0]).toBe('1study next to read')
})

test('a desk sees arrivals, unpaid departures and requests; a technician sees the queue', async () => {
  session = sessionFields({ ...DESK, modules: [...DESK.modules], main_modules: [...DESK.main_modules] })
  const exam = {
    id: 's',
    type: 'Exam_Service',
    status: 5,
    start_dt: '2026-11-23T04:00:00.000Z',
    is_bring_next: 'N',
    charges: 0,
    discount: 0,
    net_charges: 0,
  }
  seams.visits = [
    visitOf({ id: 'a' }),
    visitOf({ id: 'l', status: 7 }),
    visitOf({ id: 'q', status: 5, services: [exam] as unknown as VisitRow['services'] }),
    // Of tomorrow in the branch's zone.
    visitOf({ id: 't', status: 7, start_dt: '2026-11-23T19:00:00.000Z' }),
  ]
  seams.requests = 4
  await open()
  expect(lines()).toEqual([
    ['1patient arriving now', '/dashboard?todo=arriving'],
    ['1patient leaves with a balance', '/dashboard?todo=unpaid'],
    ['4booking requests to answer', '/booking-requests?status=Requested'],
    ['1examination in the queue', '/scan-worklist?branch=b'],
  ])
})

test('a desk in India sees the monthly Form F reports that are due, the oldest first', async () => {
  const main_modules = [...DESK.main_modules, 'consent_forms' as const]
  session = sessionFields({ ...DESK, modules: [...DESK.modules], main_modules, country_id: 91 })
  seams.reports = [
    { branch_id: 'b', month: '2026-09', due_on: '2026-10-05' },
    { branch_id: 'b', month: '2026-10', due_on: '2026-11-05' },
  ]
  await open()
  // No line is shown if Form F applies to no branch.
  expect(screen.queryByText(/Form F/)).toBeNull()
  cleanup()
  seams.applies = 1
  await open()
  expect(lines()).toEqual([
    ['2monthly Form F reports to send to the authority', '/form-f?branch=b&month=2026-09'],
  ])
})

test('the line of unpaid departures opens those visits, and a visit opens its payments', async () => {
  session = sessionFields({ ...DESK, modules: [...DESK.modules], main_modules: [...DESK.main_modules] })
  seams.visits = [visitOf({ id: 'l', status: 7 })]
  await open('/dashboard?todo=unpaid')
  expect(await screen.findByText('Leaving with a balance (1)')).toBeDefined()
  expect(screen.getByText(/1,000\.00 to pay$/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /Asha Rao · V-7/ }))
  expect(await screen.findByText('Visit l tab 3')).toBeDefined()
})

test('an empty list says that nothing is to do once this is known, and not before', async () => {
  session = sessionFields({ is_client_admin: 1 })
  seams.studies = undefined
  await open()
  expect(screen.queryByText(/Nothing is waiting/)).toBeNull()
  cleanup()
  seams.studies = []
  await open()
  expect(screen.getByText('Nothing is waiting for you right now.')).toBeDefined()
})

test('a person with the dashboard sees today against the same weekday', async () => {
  session = sessionFields({ modules: ['view_dashboard', 'view_archives'], is_doctor: 0 })
  await open()
  expect(
    screen.getByRole('link', { name: /^23 cases received today, 12 more than last .*day by this time\.$/ }),
  ).toHaveProperty('href', expect.stringContaining('/archives?range=Today'))
  cleanup()
  session = sessionFields({ modules: ['view_archives'], is_doctor: 0 })
  await open()
  expect(screen.queryByText(/received today/)).toBeNull()
})
