import type { Row } from './row.ts'
import type { ROWS } from './rows.ts'

/** The tab and its device; both are taken modulo the existing number. */
export interface Seat {
  device: number
  tab: number
}

/** The kinds of steps. */
export type Kind = keyof typeof ROWS

export type StepOf<K extends Kind> = (typeof ROWS)[K] extends Row<infer S> ? S & { do: K } : never

/** One event of a schedule. It is pure data, so that a failure can be shrunk and replayed. */
export type Step = { [K in Kind]: StepOf<K> }[Kind]

/** The persons' devices, and the events. */
export interface Schedule {
  seed: number
  /** `user` is the index of the person in the client (sim/client.ts). */
  devices: { user: number; tabs: number }[]
  steps: Step[]
}
