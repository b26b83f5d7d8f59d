import fc from 'fast-check'
import { ERROR_CODES, type ErrorCode } from '#contract/kernel/error-codes.ts'
import { STUDIES, USERS } from '../sim/client.ts'
import type { NetworkFault } from '../sim/network.ts'
import type { Schedule, Step } from './step.ts'

export const seat = { device: fc.nat(4), tab: fc.nat(1) }
export const study = fc.nat(STUDIES - 1)
const HOUR_MS = 3_600_000

export const status = (code: ErrorCode, retryAfter?: number): NetworkFault => ({
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
export const fault: fc.Arbitrary<NetworkFault> = fc.oneof(
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
export const CHOICES: { [K in Kind]: Rest<K> } = {
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
