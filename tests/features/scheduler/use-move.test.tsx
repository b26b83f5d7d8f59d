import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BookingInput } from '#contract/calls/visits.ts'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import { MoveRefused } from '#src/features/scheduler/MoveRefused.tsx'
import { useMove } from '#src/features/scheduler/use-move.ts'
import type { Catalogue } from '#src/parts/booking/services/use-catalogue.ts'
import type { CalendarEvent } from '#src/parts/calendar/event.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { visitRowOf } from '#tests/parts/booking/visit-row.ts'

const seams = vi.hoisted(() => ({
  sent: [] as BookingInput[],
  asked: [] as string[],
  told: [] as { message: string; undo: () => void }[],
  done: [] as string[],
  says: true,
  refusals: [] as (ErrorBody | undefined)[],
  judged: [] as BookingInput[],
}))
const VISIT = visitRowOf()
const [SLOT] = VISIT.machines
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => sessionFields() }))
vi.mock('#src/sync/current-device.ts', () => ({ getDevice: () => ({}) }))
vi.mock('#src/sync/desk/use-visit.ts', () => ({ findVisit: async () => VISIT }))
vi.mock('#src/sync/desk/booking-origin.ts', () => ({
  findBookingOrigin: async ({ rev }: { rev: number }) => ({ rev }),
}))
vi.mock('#src/parts/booking/slots/judge-here.ts', () => ({
  mayOverbook: () => true,
  refusalHere: async (input: BookingInput) => {
    seams.judged.push(input)
    return seams.refusals.shift()
  },
}))
vi.mock('#src/parts/booking/save/send-booking.ts', () => ({
  sendBooking: async (input: BookingInput) => {
    seams.sent.push(input)
    return { commandId: 'c', outcome: { kind: 'acked', flags: [] } }
  },
}))
vi.mock('#src/ui/dialog/confirm-action.ts', () => ({
  confirmAction: async ({ message }: { message: string }) => {
    seams.asked.push(message)
    return seams.says
  },
}))
vi.mock('#src/ui/notes/notify-undo.tsx', () => ({
  notifyUndo: (message: string, undo: () => void) => void seams.told.push({ message, undo }),
}))
vi.mock('#src/ui/notes/notify.ts', () => ({
  notifyDone: (message: string) => void seams.done.push(message),
  notifyError: (problem: unknown) => {
    throw problem
  },
}))

const START = Date.parse('2099-11-24T05:40:00Z')
const HOUR = 3_600_000
const eventOf = (change: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: SLOT?.id ?? '',
  visitId: VISIT.id,
  start: START,
  end: START + HOUR / 3,
  name: 'Asha Kulkarni',
  detail: '',
  status: { label: 'Booked', colour: 'blue' },
  payment: 'Pending',
  isVip: false,
  isTentative: false,
  canMove: true,
  stuck: undefined,
  ...change,
})
const catalogue: Pick<Catalogue, 'slotMinutesOf'> = { slotMinutesOf: () => 20 }
const drag = (event: CalendarEvent, start: number) => {
  const place = { catalogue: catalogue as Catalogue, hours: undefined, zone: 'Asia/Kolkata' }
  const { result } = renderHook(() => useMove(place))
  act(() => result.current.move(event, start))
}
const startsSent = () => seams.sent.map(({ departments: [first] }) => first?.machines[0]?.start_dt)

beforeEach(() =>
  Object.assign(seams, { sent: [], asked: [], told: [], done: [], says: true, refusals: [], judged: [] }),
)
afterEach(cleanup)

test('a drag within the day is saved, shows both times, and Undo reverts it', async () => {
  drag(eventOf(), START + HOUR)
  await waitFor(() => expect(seams.told).toHaveLength(1))
  expect(seams.asked).toEqual([])
  expect(seams.told[0]?.message).toBe('24 Nov 11:10 → 24 Nov 12:10. It is on the server.')
  act(() => seams.told[0]?.undo())
  await waitFor(() => expect(seams.done).toEqual(['Moved back.']))
  expect(startsSent()).toEqual([START + HOUR, START].map((at) => new Date(at).toISOString()))
  expect(seams.told).toHaveLength(1)
})

test('a drag onto another day asks first, and is not applied without a yes', async () => {
  seams.says = false
  drag(eventOf(), START + 48 * HOUR)
  await waitFor(() => expect(seams.asked).toEqual(['Asha Kulkarni: 24 Nov 11:10 → 26 Nov 11:10.']))
  expect(seams.sent).toEqual([])
  seams.says = true
  drag(eventOf(), START + 48 * HOUR)
  await waitFor(() => expect(seams.sent).toHaveLength(1))
})

test('a drag of a paid visit within the day asks too, and names the money', async () => {
  seams.says = false
  drag(eventOf({ payment: 'Paid' }), START + HOUR)
  await waitFor(() =>
    expect(seams.asked).toEqual(['Asha Kulkarni: 24 Nov 11:10 → 24 Nov 12:10. The visit is paid.']),
  )
  expect(seams.sent).toEqual([])
})

const CLOSED: ErrorBody = { code: 'out_of_hours', message: 'The branch is closed at this time.', current: [] }

/** A drag with the dialog that a refusal opens. */
function Dragged({ start }: { start: number }) {
  const place = { catalogue: catalogue as Catalogue, hours: undefined, zone: 'Asia/Kolkata' }
  const move = useMove(place)
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => move.move(eventOf(), start)}>
        drag
      </button>
      <MoveRefused
        refused={move.refused}
        zone="Asia/Kolkata"
        onPick={move.pick}
        onReason={move.giveReason}
        onClose={move.dismiss}
      />
    </MantineProvider>
  )
}

test('a drag into closed hours asks for a reason, and moves with it', async () => {
  seams.refusals = [CLOSED]
  const user = userEvent.setup()
  render(<Dragged start={START + HOUR} />)
  await user.click(screen.getByText('drag'))
  const reason = await screen.findByLabelText('Reason for booking it while the branch is closed')
  await user.click(screen.getByRole('button', { name: 'Move anyway' }))
  expect(screen.getByText('Give a reason, or choose another time.')).toBeDefined()
  expect(seams.sent).toEqual([])
  await user.type(reason, 'Emergency of the ward.{Enter}')
  await waitFor(() => expect(seams.sent).toHaveLength(1))
  expect(seams.sent[0]?.hours_reason).toBe('Emergency of the ward.')
  expect(startsSent()).toEqual([new Date(START + HOUR).toISOString()])
  expect(screen.queryByText('This appointment stays where it was')).toBeNull()
})

test('a person who may not book while the branch is closed is not asked for a reason', async () => {
  seams.refusals = [CLOSED, { code: 'not_permitted', message: 'Not permitted.' }]
  const user = userEvent.setup()
  render(<Dragged start={START + HOUR} />)
  await user.click(screen.getByText('drag'))
  expect(await screen.findByText('The branch is closed at this time.')).toBeDefined()
  expect(screen.queryByLabelText('Reason for booking it while the branch is closed')).toBeNull()
  expect(seams.sent).toEqual([])
})
