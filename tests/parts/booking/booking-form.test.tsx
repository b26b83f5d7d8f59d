import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BookingInput } from '#contract/calls/visits.ts'
import type { Occupant } from '#domain/visit/calendar-rules.ts'
import { BookingPanel } from '#src/parts/booking/BookingPanel.tsx'
import type { BookingOrigin } from '#src/sync/desk/booking-origin.ts'
import type { CommandOutcome } from '#src/sync/outbox/look/await-outcome.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { ASHA, BRANCH, MASTERS, PEOPLE } from './desk-of.ts'
import { serviceRowOf, visitRowOf } from './visit-row.ts'

const seams = vi.hoisted(() => ({
  sent: [] as BookingInput[],
  origins: [] as BookingOrigin[],
  /** The own waiting command that wrote the booking. */
  own: undefined as string | undefined,
  occupants: [] as Occupant[],
  modules: [] as string[],
  outcome: { kind: 'waiting' } as CommandOutcome,
}))
vi.mock('#src/sync/masters/use-masters.ts', () => ({
  useMasters: (key: string) => ({ rows: MASTERS[key] ?? [], isLoading: false, isFromDevice: true }),
}))
vi.mock('#src/sync/desk/use-people.ts', () => ({ usePeople: () => ({ people: PEOPLE, isLoading: false }) }))
vi.mock('#src/sync/directory/use-directory.ts', () => ({ useBranches: () => [BRANCH], useTags: () => [] }))
vi.mock('#src/sync/desk/use-visit.ts', () => ({
  useVisitParts: () => ({ rows: [] }),
  useVisitsBetween: () => ({ visits: [] }),
}))
vi.mock('#src/sync/api/use-kept-call.ts', () => ({ useKeptCall: () => ({ answer: undefined }) }))
vi.mock('#src/sync/session/session.ts', () => ({
  useSession: () => ({ ...sessionFields(), modules: seams.modules }),
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
  sendBooking: async (input: BookingInput, origin: BookingOrigin) => {
    seams.sent.push(input)
    seams.origins.push(origin)
    return { commandId: 'c', outcome: seams.outcome }
  },
  refusedSaves: async () => [],
}))
vi.mock('#src/sync/desk/booking-origin.ts', () => ({
  findBookingOrigin: async ({ rev }: { rev: number }) => ({ rev, command: seams.own }),
}))
vi.mock('#src/parts/booking/save/provisional.ts', () => ({ findProvisional: async () => undefined }))

const CT = '0198a5a0-0000-7000-8000-000000000001'
const START = Date.parse('2099-11-23T05:00:00Z')
const onSaved = vi.fn()

beforeEach(() => {
  seams.modules = []
  seams.occupants = [
    { visitId: 'other', machineId: CT, doctorId: null, from: START - 600_000, to: START + 600_000 },
  ]
  MASTERS.machine = [{ id: CT, name: 'Aquilion', department_id: 'ct', disp_odr: 1 }]
})
afterEach(() => {
  cleanup()
  seams.sent = []
  seams.origins = []
  seams.own = undefined
  seams.outcome = { kind: 'waiting' }
  vi.clearAllMocks()
})

const user = userEvent.setup({ delay: null })
const book = () => user.click(screen.getByRole('button', { name: 'Book Appointment' }))
async function fillIn({ start } = { start: START }) {
  renderInApp(
    <BookingPanel
      branchId="branch"
      patient={ASHA}
      at={{ machineId: CT, start }}
      onSaved={onSaved}
      onClose={() => undefined}
    />,
  )
  await user.type(await screen.findByRole('combobox', { name: 'Add a service' }), 'CT Brain')
  await user.click(await screen.findByRole('option', { name: 'CT Brain' }))
}

test('offline a slot that this device shows as taken is refused before anything is stored, and free slots are offered', async () => {
  await fillIn()
  await book()
  const said = await screen.findByRole('alert')
  expect(within(said).getByText('This slot is already booked.')).toBeDefined()
  expect(within(said).queryByLabelText(/Reason/)).toBeNull()
  expect(seams.sent).toEqual([])
  // The next slot on the department's grid after the other visit, by the branch's clock.
  await user.click(within(said).getByRole('button', { name: /23 Nov 10:40 · Aquilion/ }))
  await book()
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  const [slot] = seams.sent[0]!.departments[0]!.machines
  expect(slot).toMatchObject({ machine_id: CT, start_dt: '2099-11-23T05:10:00.000Z' })
})

test('Ctrl+Enter books from any field of the form', async () => {
  seams.occupants = []
  await fillIn()
  screen.getByRole('combobox', { name: 'Add a service' }).focus()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(seams.sent).toHaveLength(1)
})

test('a person who may overbook gives the reason offline too', async () => {
  seams.modules = ['overbook_machine']
  await fillIn()
  await book()
  await user.type(await screen.findByLabelText('Reason for booking it anyway'), 'Emergency')
  await book()
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(seams.sent[0]?.overbook_reason).toBe('Emergency')
})

test('an examination without a machine is refused here with a message that names the remedy', async () => {
  seams.occupants = []
  await fillIn()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Machine of CT Brain' }), '')
  await book()
  expect(await screen.findByText(/Choose a machine for each examination/)).toBeDefined()
  expect(seams.sent).toEqual([])
})

const closedAt = Date.parse('2099-11-22T21:30:00Z')

test('a start at three at night raises a question with the open slots, and a person who may overbook gives a reason', async () => {
  seams.occupants = []
  await fillIn({ start: closedAt })
  await book()
  const said = await screen.findByRole('alert')
  expect(within(said).getByText(/The branch is closed at this time/)).toBeDefined()
  expect(within(said).getByText(/ask somebody who may book outside/)).toBeDefined()
  expect(within(said).getByRole('button', { name: /23 Nov 08:00 · Aquilion/ })).toBeDefined()
  expect(seams.sent).toEqual([])

  cleanup()
  seams.modules = ['overbook_machine']
  await fillIn({ start: closedAt })
  await book()
  const reason = await screen.findByLabelText(/Reason for booking it while the branch is closed/)
  await waitFor(() => expect(document.activeElement).toBe(reason))
  expect(seams.sent).toEqual([])
  await user.type(reason, 'Fasting patient')
  await book()
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(seams.sent[0]?.hours_reason).toBe('Fasting patient')
})

test('a refusal names service, machine and time, marks the machine, and has the focus', async () => {
  await fillIn()
  await book()
  const said = await screen.findByRole('alert')
  expect(within(said).getByText('CT Brain, Aquilion, 23 Nov 10:30')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(said))
  const machine = screen.getByRole('combobox', { name: 'Machine of CT Brain' })
  expect(machine.getAttribute('aria-invalid')).toBe('true')
})

test('a missing value on the other tab is reported at the button, and its tab opens with the focus on it', async () => {
  renderInApp(
    <BookingPanel
      branchId="branch"
      patient={ASHA}
      at={{ machineId: CT, start: START }}
      onSaved={onSaved}
      onClose={() => undefined}
    />,
  )
  await user.click(await screen.findByRole('tab', { name: 'Patient Info' }))
  await book()
  expect((await screen.findByRole('alert')).textContent).toBe('Add a service.')
  const field = await screen.findByRole('combobox', { name: 'Add a service' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(screen.getByRole('tab', { name: 'Booking Details' }).getAttribute('aria-selected')).toBe('true')
})

const shown = (change: Parameters<typeof visitRowOf>[0]) => ({ ...visitRowOf(change), isRefused: false })

test('the second person to save is told how to see the changes', async () => {
  seams.occupants = []
  seams.outcome = {
    kind: 'parked',
    refusal: { code: 'conflict', message: 'Someone else changed this in the meantime.' },
  }
  await fillIn()
  await book()
  expect(
    await screen.findByText(
      'Someone else changed this in the meantime. Close this form and open the visit again to see that change.',
    ),
  ).toBeDefined()
})

const MOVED = { start_dt: '2099-11-24T04:30:00.000Z' }
test.for([
  ['another desk changed a price meanwhile', 3, { rev: 4, services: [serviceRowOf({ charges: 2000 })] }, 3],
  ['another desk moved it meanwhile', 3, { rev: 4, ...MOVED }, 3],
  ['it was started and paid meanwhile', 3, { rev: 5, status: 4 as const, received: 500 }, 5],
  ['its examination went on meanwhile', 3, { rev: 4, services: [serviceRowOf({ status: 6 })] }, 4],
  ['the server found another place for what was booked here', 0, { rev: 2, ...MOVED }, 0],
  ['an own change was confirmed meanwhile', 'own', { rev: 5, ...MOVED }, 3],
  ['an own start waited and another desk moved it meanwhile', 'start', { rev: 5, ...MOVED }, 3],
] as const)('an edit is based on the content of its form: %s', async ([, began, change, rev]) => {
  seams.occupants = []
  const goesOnFrom = began === 0 || began === 'own' ? 'own' : undefined
  seams.own = goesOnFrom
  let pull: (visit: ReturnType<typeof shown>) => void = () => undefined
  function Opened() {
    const [visit, setVisit] = useState({
      ...shown({ rev: began === 0 ? 0 : 3 }),
      isWaiting: began !== 3,
    })
    useEffect(() => {
      pull = setVisit
    }, [])
    return (
      <BookingPanel
        branchId="branch"
        patient={ASHA}
        visit={visit}
        onSaved={onSaved}
        onClose={() => undefined}
      />
    )
  }
  renderInApp(<Opened />)
  const update = await screen.findByRole('button', { name: 'Update Appointment' })
  act(() => pull(shown(change as Parameters<typeof visitRowOf>[0])))
  await user.click(update)
  await waitFor(() => expect(seams.sent).toHaveLength(1))
  expect(seams.origins).toEqual([{ rev, command: goesOnFrom }])
  expect(seams.sent[0]?.rev).toBe(rev === 0 ? undefined : rev)
  expect(JSON.stringify(seams.sent[0])).toContain('"charges":3000')
})
