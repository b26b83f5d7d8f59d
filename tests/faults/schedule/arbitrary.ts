import fc from 'fast-check'
import { ERROR_CODES, type ErrorCode } from '#contract/kernel/error-codes.ts'
import { JUNIOR, STUDIES, USERS } from '../sim/client.ts'
import type { NetworkFault } from '../sim/network.ts'
import type { Schedule, Step } from './step.ts'

const seat = { device: fc.nat(4), tab: fc.nat(1) }
const study = fc.nat(STUDIES - 1)
const HOUR_MS = 3_600_000

const status = (code: ErrorCode, retryAfter?: number): NetworkFault => ({
  kind: 'status',
  status: ERROR_CODES[code].status,
  code,
  ...(retryAfter === undefined ? {} : { retryAfter }),
})

/** Answers of somebody in the server's place: ours with a code, a gateway's without. */
const ANSWERS: readonly NetworkFault[] = [
  { kind: 'status', status: 401, code: '' },
  status('signed_out'),
  status('conflict'),
  status('refused'),
  status('dependency'),
  status('throttled', 3),
  status('internal'),
  status('unavailable'),
  status('unavailable', 2),
  { kind: 'status', status: 502, code: '', retryAfter: 4 },
  { kind: 'hotel page' },
]

const delay = fc.constantFrom(0, 500, 3_000, 20_000)
const fault: fc.Arbitrary<NetworkFault> = fc.oneof(
  fc.constant<NetworkFault>({ kind: 'lost request' }),
  { weight: 3, arbitrary: fc.constant<NetworkFault>({ kind: 'lost answer' }) },
  { weight: 2, arbitrary: fc.constant<NetworkFault>({ kind: 'cut answer' }) },
  fc.boolean().map((isDone): NetworkFault => ({ kind: 'silence', isDone })),
  fc.constant<NetworkFault>({ kind: 'twice' }),
  fc
    .constantFrom(100, 2_000, 15_000, 90_000)
    .map((afterMs): NetworkFault => ({ kind: 'late copy', afterMs })),
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('slow' as const), requestMs: delay, answerMs: delay }),
  },
  { weight: 3, arbitrary: fc.constantFrom(...ANSWERS) },
  fc
    .constantFrom<ErrorCode>('refused', 'conflict', 'dependency', 'in_progress', 'internal')
    .map((code): NetworkFault => ({ kind: 'each', code })),
)

type Kind = Step['do']
type StepOf<K extends Kind> = Extract<Step, { do: K }>
type Rest<K extends Kind> = {
  [F in keyof Omit<StepOf<K>, 'do' | 'isPoisoned'>]: fc.Arbitrary<StepOf<K>[F]>
}

const pauseMs = fc.constantFrom(500, 4_000, 16_000, 60_000)

/** What there is to choose in each kind of step. */
const CHOICES: { [K in Kind]: Rest<K> } = {
  save: {
    ...seat,
    study,
    status: fc.constantFrom('Auto', 'Auto', 'Auto', 'Draft', 'Draft', 'Draft', 'ReadyForSign', 'Signed'),
    isFresh: fc.boolean(),
  },
  assign: { ...seat, study, to: fc.option(fc.nat(USERS - 1)) },
  verify: { ...seat, study },
  open: { ...seat, study },
  settle: seat,
  retry: seat,
  'give up': seat,
  wait: { ms: fc.constantFrom(0, 10, 50, 200, 1_000, 5_000, 20_000) },
  fault: { device: seat.device, fault, on: fc.constantFrom('commands', 'commands', 'pull', 'any') },
  cut: { device: seat.device, ms: pauseMs },
  'session over': { device: seat.device, ms: pauseMs },
  clock: { device: seat.device, byMs: fc.constantFrom(-2 * HOUR_MS, 2 * HOUR_MS) },
  lock: { device: seat.device, ms: pauseMs },
  'disk full': { device: seat.device, ms: pauseMs },
  'close tab': seat,
  'kill tab': { ...seat, steps: fc.integer({ min: 1, max: 30 }) },
  'open tab': { device: seat.device },
  freeze: { ...seat, ms: pauseMs },
  'kill server': {
    at: fc.constantFrom('before commit', 'after commit', 'now'),
    ms: fc.constantFrom(0, 1_000, 10_000),
  },
  'slow write': { ms: fc.constantFrom(50, 400, 3_000) },
}

/** How often each kind of step comes in a schedule. */
export type Weights = Partial<Record<Kind, number>>

/** A step of the kinds that have a weight. */
function stepBy(weights: Weights): fc.Arbitrary<Step> {
  const kinds = Object.entries(weights) as [Kind, number][]
  return fc.oneof(
    ...kinds.map(([kind, weight]) => ({
      weight,
      arbitrary: recordOf(kind, CHOICES[kind]),
    })),
  )
}

// Which fields belong to which kind is said by the type of CHOICES.
const recordOf = (kind: Kind, fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ do: fc.constant(kind), ...fields }) as unknown as fc.Arbitrary<Step>

/** Things that happen one after another; a schedule is made of such scenes. */
export type Scene = Step[]

/** Single steps of the kinds that have a weight. */
export const sceneBy = (weights: Weights): fc.Arbitrary<Scene> => stepBy(weights).map((step) => [step])

/** A save that signs. */
export const signing: fc.Arbitrary<Scene> = fc
  .record({ ...CHOICES.save, do: fc.constant('save' as const), status: fc.constant('Signed' as const) })
  .map((step) => [step])

/** A tab freezes with a delivery on its way, long enough for another one to take the lead, and thaws. */
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

/** A delivery of a device meets a fault for certain. */
export const metDelivery: fc.Arbitrary<Scene> = fc
  .record({ device: seat.device, study, fault, ms: fc.constantFrom(50, 1_000, 20_000) })
  .map(({ device, study: at, fault: met, ms }) => [
    { do: 'fault', device, fault: met, on: 'commands' },
    { do: 'save', device, tab: 0, study: at, status: 'Draft', isFresh: true },
    { do: 'wait', ms },
  ])

/** A tab dies while it keeps or sends what its person saved. */
export const dyingSave: fc.Arbitrary<Scene> = fc
  .record({ ...seat, study, steps: fc.integer({ min: 1, max: 20 }), ms: fc.constantFrom(0, 1_000) })
  .map(({ device, tab, study: at, steps, ms }) => [
    { do: 'kill tab', device, tab, steps },
    { do: 'save', device, tab, study: at, status: 'Auto', isFresh: true },
    { do: 'wait', ms },
  ])

/** What a device hears of its own change is old when it comes: somebody else has changed the record since. */
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

/** A doctor writes a report before it is assigned: refused at first, and right later. */
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

/** A write of one device takes long to commit, and another device's one overtakes it. */
export const overtaking: fc.Arbitrary<Scene> = fc
  .record({ device: seat.device, slow: study, quick: study, ms: fc.constantFrom(50, 400, 3_000) })
  .map(({ device, slow, quick, ms }) => [
    { do: 'slow write', ms },
    { do: 'save', device, tab: 0, study: slow, status: 'Draft', isFresh: true },
    { do: 'wait', ms: 50 },
    { do: 'save', device: device + 1, tab: 0, study: quick, status: 'Draft', isFresh: true },
    { do: 'wait', ms: 200 },
  ])

/** Many changes wait behind a cut line, and the server will refuse one of them for ever. */
export const poisonedCrowd: fc.Arbitrary<Scene> = fc
  .record({
    device: seat.device,
    poisoned: fc.nat(STUDIES - 1),
    saves: fc.array(study, { minLength: 2, maxLength: 8, size: 'max' }),
  })
  .map(({ device, poisoned, saves }) => [
    { do: 'cut', device, ms: 4_000 },
    { do: 'save', device, tab: 0, study: poisoned, status: 'Draft', isFresh: true, isPoisoned: true },
    ...saves.map((at): Step => ({ do: 'save', device, tab: 0, study: at, status: 'Draft', isFresh: false })),
    { do: 'wait', ms: 4_000 },
  ])

/** Who is there, and how much happens. */
export interface Crowd {
  devices: [min: number, max: number]
  tabsMax: number
  scenesMax: number
  /** Whose devices they are; anybody's where absent. */
  users?: readonly number[]
}

/** Schedules of these scenes. */
export function scheduleOf(
  scene: fc.Arbitrary<Scene>,
  { devices, tabsMax, scenesMax, users }: Crowd,
): fc.Arbitrary<Schedule> {
  const device = fc.record({ user: fc.nat(USERS - 1), tabs: fc.integer({ min: 1, max: tabsMax }) })
  const anybody = fc.array(device, { minLength: devices[0], maxLength: devices[1], size: 'max' })
  return fc.record({
    seed: fc.nat(0xffff),
    devices: users ? fc.constant(users.map((user) => ({ user, tabs: 1 }))) : anybody,
    steps: fc
      .array(scene, { minLength: 1, maxLength: scenesMax, size: 'max' })
      .map((scenes) => scenes.flat()),
  })
}
