import type { Row } from './row.ts'
import type { ROWS } from './rows.ts'

/** Which tab of which device; both are taken modulo what there is. */
export interface Seat {
  device: number
  tab: number
}

/** The kinds of steps that there are. */
export type Kind = keyof typeof ROWS

export type StepOf<K extends Kind> = (typeof ROWS)[K] extends Row<infer S> ? S & { do: K } : never

/** One thing that happens in a schedule. Everything in it is data, so that a failure can be shrunk and replayed. */
export type Step = { [K in Kind]: StepOf<K> }[Kind]

/** The persons' devices, and what happens to them. */
export interface Schedule {
  seed: number
  /** `user` is the place of the person in the client (sim/client.ts). */
  devices: { user: number; tabs: number }[]
  steps: Step[]
}
