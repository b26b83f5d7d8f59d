import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MachineUse, SkippedStudies, Turnaround } from '#contract/calls/flow.ts'
import { STEPS } from '#domain/flow/stages.ts'
import Flow from '#src/features/flow/Flow.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const BRANCH = '019a0000-0000-7000-8000-0000000000b1'
const MACHINE = '019a0000-0000-7000-8000-0000000000d1'
const DEPARTMENT = '019a0000-0000-7000-8000-0000000000c1'
const DOCTOR = '019a0000-0000-7000-8000-0000000000a1'
const seams = { isOnline: true }
let session = sessionFields()

vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useBranches: () => [{ id: BRANCH, rev: 1, name: 'Andheri', time_zone: 'Asia/Kolkata' }],
  useModalities: () => ['CT', 'MR'],
  useDoctors: () => [
    { id: '019a0000-0000-7000-8000-0000000000a1', rev: 1, name: 'Dr. Rohan Mehta', can_sign: 1 },
  ],
}))
vi.mock('#src/parts/sales/use-choices.ts', () => ({
  useDepartments: () => [{ value: '019a0000-0000-7000-8000-0000000000c1', label: 'MRI' }],
}))
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: seams.isOnline, since: new Date(0) }),
}))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => session }))
vi.mock('#src/ui/time/use-today.ts', () => ({ useToday: () => '2026-11-23' }))

const AS_AT = { pos: 7, at: '2026-11-23T05:12:00.000Z' }
const NONE = { n: 0, p50: null, p80: null, p95: null }
const turnaround = (more: Partial<Turnaround> = {}): Turnaround => ({
  studies: 50,
  steps: STEPS.map((step) =>
    step === 'signed' ? { step, n: 49, p50: 62.4, p80: 95, p95: 1_500 } : { step, ...NONE },
  ),
  received_signed: { n: 50, p50: 90, p80: 120, p95: 300 },
  with_target: 48,
  in_target: 41,
  ...more,
})
const ages = { InTarget: 4, UpToTwice: 2, OverTwice: 1, NoTarget: 0 }
const use: MachineUse = {
  machine_id: MACHINE,
  machine: 'MRI 1',
  branch: 'Andheri',
  department: 'MRI',
  exams: 12,
  used_minutes: 360,
  outside_minutes: 20,
  open_minutes: 720,
}
const day = (of: string, visits: number) => ({ day: of, visits, exams: visits, received: visits * 100 })

const skipped: SkippedStudies = {
  total: 3,
  skips: [
    {
      id: '019a0000-0000-7000-8000-0000000000e1',
      study_id: '019a0000-0000-7000-8000-0000000000e2',
      accession_no: 'ACC-9',
      modality: 'CT',
      study_desc: 'CT Thorax',
      status: 'ReadyForSign',
      branch_id: BRANCH,
      branch: 'Andheri',
      doctor_id: DOCTOR,
      doctor: 'Dr. Rohan Mehta',
      reason: 'poor_images',
      skipped_on: '2026-11-23T04:42:00.000Z',
    },
  ],
  counts: [
    { doctor_id: DOCTOR, doctor: 'Dr. Rohan Mehta', reason: 'poor_images', skips: 2 },
    { doctor_id: DOCTOR, doctor: 'Dr. Rohan Mehta', reason: 'second_opinion', skips: 1 },
  ],
}
let skips = skipped

function script(result: Turnaround, isNarrowed: boolean) {
  const answer = (body: unknown) => () => ({ body: { result: body, as_at: AS_AT } })
  return {
    'flow/turnaround': answer(result),
    'flow/ageing': answer({
      all: ages,
      doctors: [
        { doctor_id: DOCTOR, name: 'Dr. Rohan Mehta', as: 'Assigned', ...ages },
        { doctor_id: DOCTOR, name: 'Dr. Rohan Mehta', as: 'Signing', ...ages },
      ],
      modalities: [{ modality: 'CT', ...ages }],
    }),
    'flow/machineUse': answer([use, { ...use, machine_id: BRANCH, machine: 'CT 1', open_minutes: 0 }]),
    'flow/weekday': answer({
      day: isNarrowed ? { ...day('2026-11-23', 14), received: null } : day('2026-11-23', 14),
      before: Array.from({ length: 8 }, (_, week) => day(`2026-10-0${week + 1}`, week < 4 ? 10 : 13)),
    }),
    'flow/skips': answer(skips),
    'flow/quietReferrers': answer([
      { ref_dr_id: DOCTOR, name: 'Dr. Bhat', recent: 1, earlier: 20, last_visit: '2026-11-01T06:00:00.000Z' },
    ]),
  }
}

beforeEach(() => {
  session = sessionFields({
    modules: ['bi_report', 'sales_report', 'appointments', 'view_archives'],
    main_modules: ['bi_report', 'sales_report', 'appointment_system', 'archive_reporting'],
  })
  seams.isOnline = true
  skips = skipped
  layOut(1_200)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(query = '', result = turnaround()) {
  const server = scriptServer(script(result, query.includes('department_id')))
  renderInApp(<Flow />, `/flow${query}`)
  await act(async () => {})
  return server
}
const panel = (name: string | RegExp) => screen.findByRole('region', { name })
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('each step shows its number of studies, and a step without studies shows nothing else', async () => {
  await open()
  const found = within(await panel('Turnaround of signed studies'))
  expect(await found.findByText('41 of 48 signed within the agreed time')).toBeDefined()
  const table = found.getByRole('table', { name: 'Waits by step' })
  const rows = within(table).getAllByRole('row')
  expect(cells(rows[1] as HTMLElement)).toEqual(['Booked to arrived', '0', '', '', ''])
  expect(cells(rows[6] as HTMLElement)).toEqual([
    'First text to signed',
    '49',
    '1 h 2 m',
    '1 h 35 m',
    '1 d 1 h',
  ])
  expect(cells(rows.at(-1) as HTMLElement)).toEqual([
    'Images received to signed',
    '50',
    '1 h 30 m',
    '2 h',
    '5 h',
  ])
  const link = found.getByRole('link', { name: '50 studies were signed' })
  expect(link.getAttribute('href')).toBe(
    '/archives?from_date=2026-10-25&to_date=2026-11-23&date_col=signed_on',
  )
})

test('branch, days and modality of the address are sent with the query and kept in the linked lists', async () => {
  await open(`?branch_id=${BRANCH}&from_date=2026-11-01&to_date=2026-11-07&modality=CT`)
  const found = within(await panel('Turnaround of signed studies'))
  const href = found.getByRole('link', { name: '50 studies were signed' }).getAttribute('href') ?? ''
  expect(Object.fromEntries(new URLSearchParams(href.split('?')[1]))).toEqual({
    from_date: '2026-11-01',
    to_date: '2026-11-07',
    date_col: 'signed_on',
    branch_id: BRANCH,
    modality: 'CT',
  })
  const asked = vi.mocked(fetch).mock.calls.map(([url]) => (typeof url === 'string' ? url : ''))
  const wanted = [`branch_id=${BRANCH}`, 'from_date=2026-11-01', 'to_date=2026-11-07', 'modality=CT']
  for (const call of ['flow/turnaround', 'flow/machineUse'])
    expect(asked.some((url) => url.includes(call) && wanted.every((part) => url.includes(part)))).toBe(true)
})

test('a department of the address is sent with every query and kept in the linked lists', async () => {
  await open(`?department_id=${DEPARTMENT}&from_date=2026-11-23&to_date=2026-11-23`)
  expect(screen.getByRole('combobox', { name: 'Department' })).toHaveProperty('value', 'MRI')
  const asked = vi.mocked(fetch).mock.calls.map(([url]) => (typeof url === 'string' ? url : ''))
  for (const call of ['turnaround', 'ageing', 'machineUse', 'weekday', 'quietReferrers'])
    expect(
      asked
        .filter((url) => url.includes(`flow/${call}`))
        .every((url) => url.includes(`department_id=${DEPARTMENT}`)),
    ).toBe(true)
  const studies = within(await panel('Turnaround of signed studies')).getByRole('link', {
    name: '50 studies were signed',
  })
  expect(studies.getAttribute('href')).toContain(`department_id=${DEPARTMENT}`)
  const today = within(await panel(/^Monday, 23 Nov 2026/))
  expect(today.getByText('Money is received for visits, not for departments.')).toBeDefined()
  for (const link of today.getAllByRole('link', { name: '14' }))
    expect(link.getAttribute('href')).toContain(`department_id=${DEPARTMENT}`)
  const quiet = within(await panel('Referral doctors who fell quiet')).getByRole('link', { name: '1' })
  expect(quiet.getAttribute('href')).toContain(`department_id=${DEPARTMENT}`)
})

test('choosing a department puts it into the address', async () => {
  await open()
  await userEvent.click(screen.getByRole('combobox', { name: 'Department' }))
  await userEvent.click(await screen.findByRole('option', { name: 'MRI' }))
  const studies = await screen.findByRole('link', { name: '50 studies were signed' })
  expect(studies.getAttribute('href')).toContain(`department_id=${DEPARTMENT}`)
})

test('a group by remaining time links to its studies, and a doctor who only signs gets no link', async () => {
  await open()
  const found = within(await panel('Pending studies by doctor'))
  expect(found.getByText('7 studies wait')).toBeDefined()
  const over = found.getByRole('link', { name: '3 over the agreed time' })
  expect(over.getAttribute('href')).toBe('/archives?range=Any&due=Overdue')
  await userEvent.click(found.getByRole('button', { name: 'Show as table' }))
  const links = found.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
  const late = links.find((href) => href.includes('due=OverTwice')) ?? ''
  expect(Object.fromEntries(new URLSearchParams(late.split('?')[1]))).toEqual({
    range: 'Any',
    due: 'OverTwice',
    assigned_type: 'Assigned',
    assigned_doctor_id: DOCTOR,
  })
  expect(links.filter((href) => href.includes('due=OverTwice'))).toHaveLength(1)
})

test('a machine is shown with its share of the open hours, and without one if nobody was open', async () => {
  await open()
  const table = within(await panel('Use of machines')).getByRole('table', { name: 'Use by machine' })
  const [, first, second] = within(table).getAllByRole('row')
  expect(cells(first as HTMLElement)).toEqual([
    'MRI 1, Andheri',
    '12',
    '6 h 0 m',
    '12 h 0 m',
    '50 %',
    '0 h 20 m',
  ])
  expect(cells(second as HTMLElement)[4]).toBe('')
  const href =
    within(first as HTMLElement)
      .getByRole('link')
      .getAttribute('href') ?? ''
  expect(href).toMatch(/^\/sales-report\?tab=services/)
  expect(new URLSearchParams(href.split('?')[1]).get('machine_id')).toBe(MACHINE)
})

test('the day is shown beside the mean of its weekday, in words', async () => {
  await open()
  const found = within(await panel('Monday, 23 Nov 2026, compared with the 8 before'))
  expect(found.getAllByText('2.5 more than the mean of the last 8 Mondays')).toHaveLength(2)
  expect(found.getByText('₹250.00 more than the mean of the last 8 Mondays')).toBeDefined()
  expect(found.getByText('The day is not over.')).toBeDefined()
})

test('a quiet referrer is named with the last visit', async () => {
  await open()
  const table = within(await panel('Referral doctors who fell quiet')).getByRole('table', {
    name: 'Doctors and their last visits',
  })
  const [, row] = within(table).getAllByRole('row')
  expect(cells(row as HTMLElement)).toEqual(['Dr. Bhat', '01 Nov 2026', '1', '6.7'])
})

test('a person who may not open the lists sees the figures without links', async () => {
  session = sessionFields({ modules: ['bi_report'], main_modules: ['bi_report'] })
  await open()
  const found = within(await panel('Turnaround of signed studies'))
  expect(found.getByText(/50 studies were signed/)).toBeDefined()
  expect(screen.queryAllByRole('link')).toEqual([])
})

test('without a signed study, and offline, the page says so', async () => {
  await open('', turnaround({ studies: 0 }))
  expect(await screen.findByText('No study was signed in these days.')).toBeDefined()
  cleanup()
  seams.isOnline = false
  await open()
  expect(
    screen.getAllByText('These figures need the network. This device has none stored.').length,
  ).toBeGreaterThan(1)
})

test('the quality pack is requested with the previous month, the branch and the modality of the page', async () => {
  await open(`?branch_id=${BRANCH}&modality=CT`)
  const month = screen.getByRole('combobox', { name: 'Month' })
  expect((month as HTMLInputElement).value).toBe('Oct 2026')
  await userEvent.click(screen.getByRole('button', { name: 'Download PDF' }))
  const asked = vi
    .mocked(fetch)
    .mock.calls.map(([url, init]) => ({
      url: typeof url === 'string' ? url : '',
      body: typeof init?.body === 'string' ? init.body : '',
    }))
    .find(({ url }) => url.includes('flow/qualityPack'))
  expect(JSON.parse(asked?.body ?? '')).toEqual({ month: '2026-10', branch_id: BRANCH, modality: 'CT' })
})

const askedOf = (call: string) =>
  vi
    .mocked(fetch)
    .mock.calls.map(([url]) => (typeof url === 'string' ? url : ''))
    .filter((url) => url.includes(call))

test('skipped studies show person, reason and time, link to the study and name no patient', async () => {
  await open()
  const found = within(await panel('Skipped studies'))
  expect(await found.findByText('3 skips')).toBeDefined()
  const table = found.getByRole('table', { name: 'Studies that were skipped' })
  const [, row] = within(table).getAllByRole('row')
  expect(cells(row as HTMLElement)).toEqual([
    '23 Nov 2026 04:42 AM',
    'Dr. Rohan Mehta',
    'Poor images',
    'ACC-9',
    'CT',
    'CT Thorax',
    'Andheri',
    'Ready for Sign',
  ])
  const link = within(row as HTMLElement).getByRole('link', { name: 'ACC-9' })
  expect(link.getAttribute('href')).toBe('/study/019a0000-0000-7000-8000-0000000000e2')
  expect(found.getByText('Showing the newest 1.')).toBeDefined()
})

test('doctor and reason of the address filter the skips and no other figure; both can be selected', async () => {
  await open(`?doctor_id=${DOCTOR}&reason=poor_images&branch_id=${BRANCH}`)
  const found = within(await panel('Skipped studies'))
  expect(askedOf('flow/skips')[0]).toMatch(/doctor_id=.*reason=poor_images/)
  expect(askedOf('flow/skips')[0]).toContain(`branch_id=${BRANCH}`)
  expect(askedOf('flow/turnaround').some((url) => url.includes('reason') || url.includes('doctor_id'))).toBe(
    false,
  )
  fireEvent.change(found.getByRole('combobox', { name: 'Reason' }), { target: { value: 'second_opinion' } })
  await act(async () => {})
  expect(askedOf('flow/skips').at(-1)).toContain('reason=second_opinion')
  fireEvent.change(found.getByRole('combobox', { name: 'Skipped by' }), { target: { value: '' } })
  await act(async () => {})
  expect(askedOf('flow/skips').at(-1)).not.toContain('doctor_id')
})

test('an unknown reason in the address has no effect', async () => {
  await open('?reason=tired&doctor_id=x')
  await panel('Skipped studies')
  expect(askedOf('flow/skips')[0]).not.toMatch(/reason|doctor_id/)
})

test('a period without skips shows a message', async () => {
  skips = { total: 0, skips: [], counts: [] }
  await open()
  const found = within(await panel('Skipped studies'))
  expect(await found.findByText('Nobody skipped a study in these days.')).toBeDefined()
})

test('a person who may not open studies gets no links to them', async () => {
  session = sessionFields({ modules: ['bi_report'], main_modules: ['bi_report', 'archive_reporting'] })
  await open()
  const found = within(await panel('Skipped studies'))
  expect(await found.findByText('ACC-9')).toBeDefined()
  expect(found.queryByRole('link', { name: 'ACC-9' })).toBeNull()
})
