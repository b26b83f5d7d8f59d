import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BookingInput } from '#contract/calls/visits.ts'
import type { Occupant } from '#domain/visit/calendar-rules.ts'
import { QuickBook } from '#src/parts/booking/QuickBook.tsx'
import type { CommandOutcome } from '#src/sync/outbox/look/await-outcome.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { ASHA, BRANCH, MASTERS, PEOPLE } from './desk-of.ts'

const seams = vi.hoisted(() => ({
  sent: [] as BookingInput[],
  occupants: [] as Occupant[],
  found: undefined as { machines: object[] } | undefined,
  tags: [{ id: 'vip', rev: 1, name: 'Walk-in', color: '#0aa', type: 'Normal' }],
  outcome: { kind: 'acked', flags: [] } as CommandOutcome,
  started: [] as string[],
  modules: [] as string[],
  mainModules: [] as string[],
}))
vi.mock('#src/sync/masters/use-masters.ts', () => ({
  useMasters: (key: string) => ({ rows: MASTERS[key] ?? [], isLoading: false, isFromDevice: true }),
}))
vi.mock('#src/sync/desk/use-people.ts', () => ({ usePeople: () => ({ people: PEOPLE, isLoading: false }) }))
vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useBranches: () => [{ ...BRANCH, open_time: '', close_time: '' }],
  useTags: () => seams.tags,
}))
vi.mock('#src/sync/desk/use-visit.ts', () => ({
  useVisitParts: () => ({ rows: [] }),
  findVisit: async () => seams.found,
}))
vi.mock('#src/sync/api/use-kept-call.ts', () => ({
  useKeptCall: (_: unknown, { ref_dr_id }: { ref_dr_id: string }) => ({ answer: CHARGES[ref_dr_id] }),
}))
vi.mock('#src/sync/session/session.ts', () => ({
  useSession: () => ({ ...sessionFields(), modules: seams.modules, main_modules: seams.mainModules }),
}))
vi.mock('#src/sync/patients/use-patient-search.ts', () => ({
  usePatientSearch: (k: string) => ({
    patients: k === '' ? [] : [ASHA],
    isReady: true,
    isAsking: false,
    isFromDevice: true,
  }),
}))
vi.mock('#src/sync/desk/occupants.ts', () => ({
  findOccupants: async () => seams.occupants,
  useOccupants: () => seams.occupants,
}))
vi.mock('#src/sync/current-device.ts', () => ({
  getDevice: () => ({ author: { now: () => Date.now(), isOnline: () => false } }),
  useDevice: () => undefined,
  currentDevice: () => undefined,
}))
vi.mock('#src/parts/booking/save/send-booking.ts', () => ({
  sendBooking: async (input: BookingInput) => {
    seams.sent.push(input)
    return { commandId: 'c', outcome: seams.outcome }
  },
  refusedSaves: async () => [],
}))
vi.mock('#src/parts/booking/save/provisional.ts', () => ({ findProvisional: async () => undefined }))
vi.mock('#src/parts/booking/save/start-visit.ts', () => ({
  startVisit: async ({ id }: { id: string }) => void seams.started.push(id),
}))

const CHARGES: Record<string, { result: object[] }> = vi.hoisted(() => ({
  'Dr. Rao': { result: [{ service_id: 'CT Brain', branch_id: 'branch', service_charges: 2500 }] },
}))
const onBooked = vi.fn()
const onProceed = vi.fn()

beforeEach(() => {
  seams.outcome = { kind: 'acked', flags: [] }
  seams.modules = []
  seams.mainModules = []
  seams.occupants = []
  seams.found = undefined
  MASTERS.machine = [
    { id: 'ct-1', name: 'Aquilion', department_id: 'ct', disp_odr: 1 },
    { id: 'xr-1', name: 'DR Room', department_id: 'xray', disp_odr: 1 },
  ]
})
afterEach(() => {
  cleanup()
  seams.sent = []
  seams.started = []
  vi.clearAllMocks()
})

// Without pauses between keys: a busy machine is slow enough.
const user = userEvent.setup({ delay: null })
const open = async () => {
  renderInApp(
    <QuickBook branchId="branch" onBooked={onBooked} onProceed={onProceed} onClose={() => undefined} />,
  )
  await screen.findByRole('button', { name: 'Book Appointment' })
}
const pickAsha = async () => {
  const search = screen.getByRole('combobox', { name: /patient/i })
  await user.type(search, 'asha{Enter}')
  await screen.findByText('Asha Kulkarni')
}
const addService = async (name: string) => {
  await user.type(screen.getByRole('combobox', { name: 'Add a service' }), name)
  await user.click(await screen.findByRole('option', { name }))
}
const choose = async (field: string, option: string | RegExp) => {
  await user.click(screen.getByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}
const chargesOf = (name: string) =>
  screen.getByRole('textbox', { name: `Charges of ${name}` }) as HTMLInputElement
const book = () => user.click(screen.getByRole('button', { name: 'Book Appointment' }))

test('a known patient is booked with one service, ten minutes from now', async () => {
  await open()
  await pickAsha()
  await addService('CT Brain')
  const before = Date.now()
  await book()
  await waitFor(() => expect(onBooked).toHaveBeenCalledWith(seams.sent[0]?.id))
  const [input] = seams.sent
  expect(input).toMatchObject({
    patient_id: 'asha',
    departments: [{ id: 'ct', machines: [{ machine_id: 'ct-1' }] }],
  })
  const minutes = (Date.parse(input?.start_dt ?? '') - before) / 60_000
  expect(minutes).toBeGreaterThan(8)
  expect(minutes).toBeLessThan(12)
})

test('Book & Proceed books, starts the visit and opens it', async () => {
  await open()
  await pickAsha()
  await addService('CT Brain')
  await user.click(screen.getByRole('button', { name: 'Book & Proceed' }))
  await waitFor(() => expect(onProceed).toHaveBeenCalledWith(seams.sent[0]?.id))
  expect(seams.started).toEqual([seams.sent[0]?.id])
})

test('Ctrl+Enter books, but not from the patient form over the booking', async () => {
  await open()
  await pickAsha()
  await addService('CT Brain')
  await user.click(screen.getByRole('button', { name: 'Edit profile' }))
  const form = await screen.findByRole('form', { name: 'Edit patient' })
  within(form).getAllByRole('textbox')[0]!.focus()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(seams.sent).toEqual([])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit patient' })).toBeNull())
  screen.getByRole('combobox', { name: 'Add a service' }).focus()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(onBooked).toHaveBeenCalledWith(seams.sent[0]?.id))
})

test('nothing is sent without a patient and a service, and both are reported', async () => {
  await open()
  await book()
  expect(await screen.findByText('Choose or fill in a patient.')).toBeDefined()
  expect(screen.getByText('Add a service.')).toBeDefined()
  expect(seams.sent).toEqual([])
})

test('a service is not added twice', async () => {
  await open()
  await addService('CT Brain')
  await addService('CT Brain')
  expect(screen.getByText('This service is already added.')).toBeDefined()
  expect(screen.getAllByRole('textbox', { name: 'Charges of CT Brain' })).toHaveLength(1)
})

test('a department without a slot length clears the list', async () => {
  await open()
  await addService('CT Brain')
  await addService('MR Knee')
  const words = 'Department of selected services has not been configured for appointment.'
  expect(screen.getByText(words)).toBeDefined()
  expect(screen.queryByRole('textbox', { name: 'Charges of CT Brain' })).toBeNull()
})

test('a package adds its services at its prices', async () => {
  await open()
  await choose('Package', 'Heart check')
  expect(chargesOf('CT Chest').value).toBe('4000.00')
  expect(chargesOf('Chest PA').value).toBe('500.00')
})

test('the price for the referrer’s patients is filled in at once, and a typed one stays', async () => {
  await open()
  await addService('CT Brain')
  expect(chargesOf('CT Brain').value).toBe('3000.00')
  await choose('Referral doctor', 'Dr. Rao')
  expect(chargesOf('CT Brain').value).toBe('2500.00')
  await user.clear(chargesOf('CT Brain'))
  await user.type(chargesOf('CT Brain'), '2a4b0.5')
  expect(chargesOf('CT Brain').value).toBe('240.5')
})

test('a scheme needs its owner, and choosing one clears the other', async () => {
  await open()
  await pickAsha()
  await addService('CT Brain')
  await choose('Hospital scheme', /Corporate/)
  await book()
  // At its field, and at the buttons.
  expect(await screen.findAllByText('A hospital scheme needs a referral hospital.')).toHaveLength(2)
  const hospital = screen.getByRole('combobox', { name: 'Referral hospital' })
  await waitFor(() => expect(document.activeElement).toBe(hospital))
  await choose('Doctor scheme', /Corporate/)
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Hospital scheme' }).value).toBe('')
  expect(screen.getAllByText('A doctor scheme needs a referral doctor.')).toHaveLength(2)
  await choose('Referral doctor', 'Dr. Rao')
  await book()
  await waitFor(() => expect(seams.sent).toHaveLength(1))
  expect(seams.sent[0]).toMatchObject({ ref_dr_scheme_id: 'corporate', ref_dr_scheme_type: 'Doctor' })
})

test('other referral doctors are requested if the centre records several', async () => {
  await open()
  expect(screen.queryByLabelText('Other referral doctors')).toBeNull()
  cleanup()
  seams.mainModules = ['multi_ref_dr']
  await open()
  expect(screen.getAllByLabelText('Other referral doctors').length).toBeGreaterThan(0)
})

test('a taken slot is reported, free ones are offered, and everything stays as typed', async () => {
  const free = {
    machine_id: '0198a5a0-0000-7000-8000-000000000001',
    machine: 'Aquilion',
    start_dt: '2099-11-23T05:00:00.000Z',
    end_dt: '2099-11-23T05:20:00.000Z',
  }
  const refusal = { code: 'slot_taken', message: 'This slot is already booked.', current: [free] } as const
  seams.outcome = { kind: 'parked', refusal }
  await open()
  await pickAsha()
  await addService('CT Brain')
  await book()
  const said = await screen.findByRole('alert')
  expect(within(said).getByText('This slot is already booked.')).toBeDefined()
  expect(within(said).getByRole('button', { name: /23 Nov 10:30 · Aquilion/ })).toBeDefined()
  expect(within(said).queryByLabelText(/Reason/)).toBeNull()
  expect(chargesOf('CT Brain').value).toBe('3000.00')
  expect(onBooked).not.toHaveBeenCalled()
})

test('a person who may overbook gives a reason instead', async () => {
  const refusal = { code: 'slot_taken', message: 'This slot is already booked.', current: [] } as const
  seams.outcome = { kind: 'parked', refusal }
  seams.modules = ['overbook_machine']
  await open()
  await pickAsha()
  await addService('CT Brain')
  await book()
  await user.type(await screen.findByLabelText('Reason for booking it anyway'), 'Emergency')
  seams.outcome = { kind: 'acked', flags: [] }
  await book()
  await waitFor(() => expect(onBooked).toHaveBeenCalled())
  expect(seams.sent[1]?.overbook_reason).toBe('Emergency')
})

const minute = (ms: number) => Math.ceil(ms / 60_000) * 60_000
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
})
/** A machine that another visit uses from now on for the given minutes. */
const busyFor = (machineId: string, minutes: number): Occupant => ({
  visitId: `${machineId} ${minutes}`,
  machineId,
  doctorId: null,
  from: Date.now() - 60_000,
  to: minute(Date.now()) + minutes * 60_000,
})
const slots = () => seams.sent[0]?.departments.flatMap(({ machines }) => machines) ?? []

test('each service goes to the first free machine of its kind, and the panel says where and when', async () => {
  MASTERS.machine = [
    ...(MASTERS.machine ?? []),
    { id: 'ct-2', name: 'Brilliance', department_id: 'ct', disp_odr: 2 },
  ]
  seams.occupants = [busyFor('ct-1', 120), busyFor('ct-2', 60)]
  await open()
  await pickAsha()
  await addService('CT Brain')
  await addService('Chest PA')
  const free = clock.format(seams.occupants[1]?.to)
  const said = screen.getByRole('status', { name: 'First free' })
  expect(said.textContent).toMatch(new RegExp(`^DR Room .*, Brilliance .*${free}$`))
  await book()
  await waitFor(() => expect(seams.sent).toHaveLength(1))
  const [ct, xray] = slots()
  expect([ct, xray]).toMatchObject([
    { machine_id: 'ct-2', first_free: 1, start_dt: new Date(seams.occupants[1]!.to).toISOString() },
    { machine_id: 'xr-1', first_free: 1 },
  ])
})

test('a machine chosen by hand keeps the service, at its first free time', async () => {
  MASTERS.machine = [
    ...(MASTERS.machine ?? []),
    { id: 'ct-2', name: 'Brilliance', department_id: 'ct', disp_odr: 2 },
  ]
  seams.occupants = [busyFor('ct-2', 60)]
  await open()
  await pickAsha()
  await addService('CT Brain')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Machine of CT Brain' }), 'ct-2')
  await book()
  await waitFor(() => expect(seams.sent).toHaveLength(1))
  const [slot] = slots()
  expect(slot).toMatchObject({
    machine_id: 'ct-2',
    start_dt: new Date(seams.occupants[0]!.to).toISOString(),
  })
  expect(slot).not.toHaveProperty('first_free')
})

test('another place found by the server is reported', async () => {
  await open()
  await pickAsha()
  await addService('CT Brain')
  seams.found = {
    machines: [
      { department_id: 'ct', machine_id: 'ct-1', doctor_id: null, start_dt: '2099-11-23T05:00:00Z' },
    ],
  }
  await book()
  expect(await screen.findByText(/^Aquilion 23 Nov 10:30\. Appointment is on the server/)).toBeDefined()
})

test('a discount head and a tag are entered in the panel as in the full form', async () => {
  await open()
  await pickAsha()
  await addService('CT Brain')
  await choose('Discount head', /Staff/)
  await choose('Tag', 'Walk-in')
  await book()
  await waitFor(() => expect(seams.sent).toHaveLength(1))
  expect(seams.sent[0]).toMatchObject({ discount_head_id: 'staff', tag_id: 'vip' })
  expect(slots()[0]?.services[0]).toMatchObject({ charges: 3000, discount: 300, net_charges: 2700 })
})

test('offline it closes at once and says where the booking is', async () => {
  seams.outcome = { kind: 'waiting' }
  await open()
  await pickAsha()
  await addService('CT Brain')
  await book()
  await waitFor(() => expect(onBooked).toHaveBeenCalled())
  expect(await screen.findByText(/Appointment is on this device/)).toBeDefined()
})
