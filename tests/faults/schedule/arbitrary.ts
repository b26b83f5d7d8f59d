import fc from 'fast-check'
import { USERS } from '../sim/client.ts'
import { ROWS } from './rows.ts'
import type { Kind, Schedule, Step } from './step.ts'

/** The relative frequency of each kind of step. */
export type Weights = Partial<Record<Kind, number>>

/** Returns a step of the kinds that have a weight. */
function stepBy(weights: Weights): fc.Arbitrary<Step> {
  const kinds = Object.entries(weights) as [Kind, number][]
  return fc.oneof(
    ...kinds.map(([kind, weight]) => ({
      weight,
      arbitrary: recordOf(kind, ROWS[kind].choices as Record<string, fc.Arbitrary<unknown>>),
    })),
  )
}

// The type of ROWS defines which fields belong to which kind.
const recordOf = (kind: Kind, fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ do: fc.constant(kind), ...fields }) as unknown as fc.Arbitrary<Step>

/** Successive steps; a schedule consists of such scenes. */
export type Scene = Step[]

/** Single steps of the kinds that have a weight. */
export const sceneBy = (weights: Weights): fc.Arbitrary<Scene> => stepBy(weights).map((step) => [step])

const DOCTORS = Array.from({ length: USERS }, (_, place) => place)

/** The participants, and the number of steps. */
export interface Crowd {
  devices: [min: number, max: number]
  tabsMax: number
  scenesMax: number
  /** The users of the devices, one each; any of `among` if absent. */
  users?: readonly number[]
  /** The indexes of possible users of the devices; the doctors if absent. */
  among?: readonly number[]
}

/** Schedules of these scenes. */
export function scheduleOf(
  scene: fc.Arbitrary<Scene>,
  { devices, tabsMax, scenesMax, users, among = DOCTORS }: Crowd,
): fc.Arbitrary<Schedule> {
  const device = fc.record({ user: fc.constantFrom(...among), tabs: fc.integer({ min: 1, max: tabsMax }) })
  const anybody = fc.array(device, { minLength: devices[0], maxLength: devices[1], size: 'max' })
  return fc.record({
    seed: fc.nat(0xffff),
    devices: users ? fc.constant(users.map((user) => ({ user, tabs: 1 }))) : anybody,
    steps: fc
      .array(scene, { minLength: 1, maxLength: scenesMax, size: 'max' })
      .map((scenes) => scenes.flat()),
  })
}
