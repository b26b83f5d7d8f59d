import fc from 'fast-check'
import { JUNIOR, STUDIES } from '../sim/client.ts'
import type { NetworkFault } from '../sim/network.ts'
import type { Scene } from './arbitrary.ts'
import { networkFault, status } from './network-faults.ts'
import { study } from './report-acts.ts'
import { ROWS } from './rows.ts'
import { seat } from './seat.ts'
import type { Step } from './step.ts'

/** A save that signs. */
export const signing: fc.Arbitrary<Scene> = fc
  .record({ ...ROWS.save.choices, do: fc.constant('save' as const), status: fc.constant('Signed' as const) })
  .map((step) => [step])

/** A tab freezes with a delivery in flight, long enough for another one to take the lead, and thaws. */
export const thaw: fc.Arbitrary<Scene> = fc
  .record({
    device: seat.device,
    tab: seat.tab,
    study,
    fault: fc.constantFrom<NetworkFault>(
      status('conflict'),
      status('refused'),
      status('internal'),
      { kind: 'slow', requestMs: 0, answerMs: 500 },
      { kind: 'lost answer' },
    ),
    ms: fc.constantFrom(0, 10, 50, 200),
    frozenMs: fc.constantFrom(5_000, 20_000, 45_000),
  })
  .map(({ device, tab, study: at, fault: met, ms, frozenMs }) => [
    { do: 'fault', device, fault: met, on: 'commands' },
    { do: 'save', device, tab: 1 - tab, study: at, status: 'Draft', isFresh: true },
    { do: 'wait', ms },
    { do: 'freeze', device, tab, ms: frozenMs },
    { do: 'wait', ms: frozenMs + 1_000 },
  ])

/** Two tabs of a browser are hidden for minutes, and one of them may freeze. */
export const outOfSight: fc.Arbitrary<Scene> = fc
  .record({ ...seat, study, laterMs: fc.constantFrom(0, 90_000), isFrozen: fc.boolean() })
  .map(({ device, tab, study: at, laterMs, isFrozen }) => [
    { do: 'open tab', device },
    { do: 'hide', device, tab: 0, slowAfterMs: 0, ms: 250_000 },
    { do: 'hide', device, tab: 1, slowAfterMs: laterMs, ms: 200_000 },
    { do: 'save', device, tab, study: at, status: 'Auto', isFresh: true },
    ...(isFrozen ? [{ do: 'freeze' as const, device, tab: 1 - tab, ms: 60_000 }] : []),
    { do: 'wait', ms: 210_000 },
  ])

/** A delivery of a device certainly meets a fault. */
export const metDelivery: fc.Arbitrary<Scene> = fc
  .record({ device: seat.device, study, fault: networkFault, ms: fc.constantFrom(50, 1_000, 20_000) })
  .map(({ device, study: at, fault: met, ms }) => [
    { do: 'fault', device, fault: met, on: 'commands' },
    { do: 'save', device, tab: 0, study: at, status: 'Draft', isFresh: true },
    { do: 'wait', ms },
  ])

/** A tab dies while it stores or sends a save. */
export const dyingSave: fc.Arbitrary<Scene> = fc
  .record({ ...seat, study, steps: fc.integer({ min: 1, max: 20 }), ms: fc.constantFrom(0, 1_000) })
  .map(({ device, tab, study: at, steps, ms }) => [
    { do: 'kill tab', device, tab, steps },
    { do: 'save', device, tab, study: at, status: 'Auto', isFresh: true },
    { do: 'wait', ms },
  ])

/** A device receives the result of its own change late: another person has changed the record since. */
export const lateAnswer: fc.Arbitrary<Scene> = fc
  .record({ device: seat.device, study, answerMs: fc.constantFrom(3_000, 20_000), tab: seat.tab })
  .map(({ device, study: at, answerMs, tab }) => [
    { do: 'fault', device, fault: { kind: 'slow', requestMs: 0, answerMs }, on: 'commands' },
    { do: 'save', device, tab, study: at, status: 'Draft', isFresh: true },
    { do: 'wait', ms: 1_000 },
    { do: 'open', device: device + 1, tab: 0, study: at },
    { do: 'save', device: device + 1, tab: 0, study: at, status: 'ReadyForSign', isFresh: true },
    { do: 'wait', ms: answerMs },
  ])

/** A doctor writes a report before it is assigned: refused at first, and accepted later. */
export const tooEarly: fc.Arbitrary<Scene> = fc
  .record({
    study,
    status: fc.constantFrom('Auto' as const, 'Draft' as const),
    ms: fc.constantFrom(200, 5_000),
  })
  .map(({ study: at, status: asked, ms }) => [
    { do: 'save', device: 0, tab: 0, study: at, status: asked, isFresh: true },
    { do: 'wait', ms },
    { do: 'assign', device: 1, tab: 0, study: at, to: JUNIOR },
    { do: 'wait', ms },
  ])

/** A write of one device takes long to commit, and another device's write overtakes it. */
export const overtaking: fc.Arbitrary<Scene> = fc
  .record({ device: seat.device, slow: study, quick: study, ms: fc.constantFrom(50, 400, 3_000) })
  .map(({ device, slow, quick, ms }) => [
    { do: 'slow write', ms },
    { do: 'save', device, tab: 0, study: slow, status: 'Draft', isFresh: true },
    { do: 'wait', ms: 50 },
    { do: 'save', device: device + 1, tab: 0, study: quick, status: 'Draft', isFresh: true },
    { do: 'wait', ms: 200 },
  ])

/** Many changes wait during an outage, and the server will always refuse one of them. */
export const poisonedCrowd: fc.Arbitrary<Scene> = fc
  .record({
    device: seat.device,
    poisoned: fc.nat(STUDIES - 1),
    saves: fc.array(study, { minLength: 2, maxLength: 8, size: 'max' }),
  })
  .map(({ device, poisoned, saves }) => [
    { do: 'cut', device, ms: 4_000, isNoticed: false },
    { do: 'save', device, tab: 0, study: poisoned, status: 'Draft', isFresh: true, isPoisoned: true },
    ...saves.map((at): Step => ({ do: 'save', device, tab: 0, study: at, status: 'Draft', isFresh: false })),
    { do: 'wait', ms: 4_000 },
  ])

/** A walk-in: registered, booked, started and paid one after another, online or offline. */
export const served: fc.Arbitrary<Scene> = fc
  .record({
    ...seat,
    isCut: fc.boolean(),
    slot: fc.nat(2),
    pay: ROWS.pay.choices.modes,
    ms: fc.constantFrom(0, 200, 5_000),
  })
  .map(({ isCut, slot, pay, ms, ...at }) => [
    ...(isCut ? [{ do: 'cut' as const, device: at.device, ms: 16_000, isNoticed: false }] : []),
    { do: 'register', ...at },
    { do: 'book', ...at, patient: 0, branch: 0, slot },
    { do: 'wait', ms },
    { do: 'pay', ...at, visit: 0, modes: pay },
    { do: 'start', ...at, visit: 0 },
  ])

/** A backup, work after it, and its restore. */
export const lostByRestore: fc.Arbitrary<Scene> = fc
  .record({
    work: fc.array(fc.oneof(served, metDelivery), { minLength: 1, maxLength: 2 }),
    ms: fc.constantFrom(200, 5_000),
  })
  .map(({ work, ms }) => [
    { do: 'backup' },
    ...work.flat(),
    { do: 'wait', ms },
    { do: 'restore' },
    { do: 'wait', ms: 1_000 },
  ])

/** Two desks want the same time, and one of them continues before the response to its booking. */
export const slowDesk: fc.Arbitrary<Scene> = fc
  .record({
    ...seat,
    slot: fc.nat(2),
    requestMs: fc.constantFrom(7_000, 12_000, 29_000),
    pay: ROWS.pay.choices.modes,
  })
  .map(({ device, tab, slot, requestMs, pay }) => [
    { do: 'register', device, tab },
    { do: 'wait', ms: 1_000 },
    { do: 'fault', device, fault: { kind: 'slow', requestMs, answerMs: 0 }, on: 'commands' },
    { do: 'book', device, tab, patient: 0, branch: 0, slot },
    { do: 'pay', device, tab, visit: 0, modes: pay },
    { do: 'register', device: device + 1, tab },
    { do: 'wait', ms: 1_000 },
    { do: 'book', device: device + 1, tab, patient: 0, branch: 0, slot },
    { do: 'wait', ms: 20_000 },
  ])

/** A booking that the server refuses, with money that was taken for it. */
export const refusedBooking: fc.Arbitrary<Scene> = fc
  .record({ ...seat, slot: fc.nat(2), pay: ROWS.pay.choices.modes })
  .map(({ slot, pay, ...at }) => [
    { do: 'register', ...at },
    { do: 'wait', ms: 1_000 },
    { do: 'cut', device: at.device, ms: 16_000, isNoticed: false },
    { do: 'book', ...at, patient: 0, branch: 0, slot, isUnknown: true },
    { do: 'pay', ...at, visit: 0, modes: pay },
    { do: 'wait', ms: 20_000 },
  ])

/** A page dies with unsaved text; another one is opened, with that report or without it. */
export const deadPage: fc.Arbitrary<Scene> = fc
  .record({ ...seat, study, isCut: fc.boolean(), ms: fc.constantFrom(0, 200, 1_000) })
  .map(({ study: at, isCut, ms, ...place }) => [
    ...(isCut ? [{ do: 'cut' as const, device: place.device, ms: 4_000, isNoticed: false }] : []),
    { do: 'type', ...place, study: at },
    { do: 'wait', ms },
    { do: 'close tab', ...place },
    { do: 'open tab', device: place.device },
    { do: 'wait', ms: 5_000 },
  ])

/** A restore loses the base of a doctor's next change during an outage; another doctor's text gets its revision. */
export const continuedLost: fc.Arbitrary<Scene> = fc
  .record({ study, saves: fc.integer({ min: 1, max: 3 }), ms: fc.constantFrom(200, 1_000) })
  .map(({ study: at, saves, ms }) => {
    const save = (device: number, isFresh: boolean): Step => ({
      do: 'save',
      device,
      tab: 0,
      study: at,
      status: 'Draft',
      isFresh,
    })
    const times = (device: number) =>
      Array.from({ length: saves }, (): Step[] => [save(device, true), { do: 'wait', ms: 1_000 }]).flat()
    return [
      save(0, true),
      { do: 'wait', ms: 5_000 },
      { do: 'backup' },
      { do: 'wait', ms: 5_000 },
      ...times(0),
      { do: 'wait', ms },
      { do: 'cut', device: 0, ms: 60_000, isNoticed: false },
      { do: 'restore' },
      { do: 'wait', ms: 5_000 },
      { do: 'open', device: 1, tab: 0, study: at },
      ...times(1),
      save(0, false),
      { do: 'wait', ms: 60_000 },
    ] satisfies Step[]
  })
