import fc from 'fast-check'
import type { PaymentMode } from '#domain/money/payment-modes.ts'
import type { DeskDeed } from '../sim/desk/desk-deed.ts'
import { type DeskPerson, slotAfter } from '../sim/desk/desk-person.ts'
import type { Person } from '../sim/person.ts'
import type { Tab } from '../sim/tab.ts'
import { runAs } from '../sim/time.ts'
import type { World } from '../sim/world.ts'
import { atTab } from './at-tab.ts'
import { act } from './row.ts'
import { seat, seatInWords } from './seat.ts'
import type { Seat } from './step.ts'

/** One of the records that desks have begun, counted from the last. */
const recent = fc.nat(3)

interface AtVisit extends Seat {
  visit: number
}
const atVisit = { ...seat, visit: recent }
const visitInWords = ({ visit }: AtVisit) =>
  visit === 0 ? 'the last visit' : `the visit ${visit} before the last`

interface Booking extends Seat {
  patient: number
  branch: number
  /** Slots from the next one on by the device's own clock. */
  slot: number
  /** With a service that the server does not have (any more). */
  isUnknown?: boolean
}

/** The parts of a payment, as shares of the visit's price. */
interface Payment extends AtVisit {
  modes: { mode: PaymentMode; amount: number }[]
}

/** Actions at front desks, by the functions that the screens call. */
export const DESK_ACTS = {
  register: act<Seat>({
    choices: seat,
    words: (step) => `${seatInWords(step)}: registers a patient`,
    perform: (world, step) =>
      atDesk(world, step, { kind: 'register', what: 'a patient' }, (desk, deed) =>
        desk.register(deed, world.ledger.desk.length),
      ),
  }),
  book: act<Booking>({
    choices: { ...seat, patient: recent, branch: fc.nat(1), slot: fc.nat(3) },
    words: (step) =>
      `${seatInWords(step)}: books a patient at the ${step.branch === 0 ? 'first' : 'last'} of the own branches, ${step.slot + 1} slots from now${step.isUnknown ? ', with a service that is gone' : ''}`,
    perform: async (world, step) => {
      const patient = world.ledger.begun('register').at(-1 - step.patient)
      if (!patient) return
      await atDesk(world, step, { kind: 'book', what: 'a booking' }, (desk, deed) =>
        desk.book(
          deed,
          patient,
          desk.branches.at(-step.branch)!,
          slotAfter(desk.tab.now(), step.slot),
          step.isUnknown,
        ),
      )
    },
  }),
  move: act<AtVisit & { slot: number }>({
    choices: { ...atVisit, slot: fc.nat(5) },
    words: (step) => `${seatInWords(step)}: moves ${visitInWords(step)}, ${step.slot + 1} slots from now`,
    perform: (world, step) =>
      atVisitOf(world, step, 'move', (desk, deed) => desk.move(deed, slotAfter(desk.tab.now(), step.slot))),
  }),
  start: act<AtVisit>({
    choices: atVisit,
    words: (step) => `${seatInWords(step)}: starts ${visitInWords(step)}`,
    perform: (world, step) => atVisitOf(world, step, 'start', (desk, deed) => desk.start(deed)),
  }),
  pay: act<Payment>({
    choices: {
      ...atVisit,
      modes: fc.constantFrom<Payment['modes']>(
        [{ mode: 'Cash', amount: 1_000 }],
        [{ mode: 'Cash', amount: 400 }],
        [
          { mode: 'Cash', amount: 300 },
          { mode: 'GPay', amount: 200 },
        ],
        [
          { mode: 'Cash', amount: 500 },
          { mode: 'Credit_Card', amount: 250 },
          { mode: 'Cheque', amount: 250 },
        ],
      ),
    },
    words: (step) =>
      `${seatInWords(step)}: takes ${step.modes.map(({ mode, amount }) => `${amount} by ${mode}`).join(', ')} for ${visitInWords(step)}`,
    perform: (world, step) => atVisitOf(world, step, 'pay', (desk, deed) => desk.pay(deed, step.modes)),
  }),
  refund: act<AtVisit>({
    choices: atVisit,
    words: (step) => `${seatInWords(step)}: gives 100 back for ${visitInWords(step)}`,
    perform: (world, step) => atVisitOf(world, step, 'refund', (desk, deed) => desk.refund(deed, 100)),
  }),
  document: act<AtVisit>({
    choices: atVisit,
    words: (step) => `${seatInWords(step)}: adds a letter to ${visitInWords(step)}`,
    perform: (world, step) => atVisitOf(world, step, 'document', (desk, deed) => desk.document(deed)),
  }),
  consent: act<AtVisit>({
    choices: atVisit,
    words: (step) => `${seatInWords(step)}: has the consent signed for ${visitInWords(step)}`,
    perform: (world, step) => atVisitOf(world, step, 'consent', (desk, deed) => desk.consent(deed)),
  }),
  /** A person books differently what the server refused. */
  'book anew': act<Seat>({
    choices: seat,
    words: (step) => `${seatInWords(step)}: books otherwise what was refused`,
    perform: (world, step) =>
      atTab(world, step, async (_, tab) => {
        if (tab.device.user.branches) await runAs(tab, () => bookAnew(world, world.deskAt(tab)))
      }),
  }),
} as const

/** Far enough to be free of the schedule's other bookings. */
const FREE_FROM = 48
/** Books refused bookings at free times; returns their number. */
export function bookAnew(world: World, desk: DeskPerson): Promise<number> {
  const visits = world.ledger.begun('book')
  return desk.bookAnew((id) => slotAfter(desk.tab.now(), FREE_FROM + visits.indexOf(id)))
}

/** A screen of the desk waits so long for the server's response before it continues offline. */
export const SCREEN_MS = 7_000

type Begun = Pick<DeskDeed, 'kind' | 'what'> & { record?: string }

async function atDesk(
  world: World,
  step: Seat,
  begun: Begun,
  run: (desk: DeskPerson, deed: DeskDeed) => Promise<void>,
): Promise<void> {
  const atDeskOf = async (_: Person, tab: Tab) => {
    // A doctor of the same schedule has no such screen.
    if (!tab.device.user.branches) return
    const what = `${tab.device.name}: ${begun.what}`
    const deed = world.ledger.beginAtDesk({ ...begun, what, device: tab.device })
    return runAs(tab, () => run(world.deskAt(tab), deed))
  }
  await atTab(world, step, atDeskOf, SCREEN_MS)
}

async function atVisitOf(
  world: World,
  step: AtVisit,
  kind: DeskDeed['kind'],
  run: (desk: DeskPerson, deed: DeskDeed) => Promise<void>,
): Promise<void> {
  const record = world.ledger.begun('book').at(-1 - step.visit)
  if (record) await atDesk(world, step, { kind, record, what: `${kind} of visit ${record}` }, run)
}
