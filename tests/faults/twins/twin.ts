import type { Invariant } from '../check/invariants.ts'
import type { ScheduleName } from '../schedule/schedules.ts'
import type { ServerTwist, WrapTenant } from '../sim/server.ts'
import type { WorldOptions } from '../sim/world.ts'

/** A deliberately broken variant of the sync code, and how the laboratory notices. */
export interface Twin {
  name: string
  /** What it does that the product does not. */
  what: string
  /** Schedules that it is looked for with. */
  schedule: ScheduleName
  /** It must be caught within so many of them. */
  runs: number
  /** By one of these promises. */
  breaks: readonly Invariant[]
  /** The variant, made anew for each schedule. */
  options: () => WorldOptions
  /** Something between the server and its database, for the whole search. */
  wrapTenant?: () => WrapTenant
  /** Changes who is told of what, for the whole search. */
  changePokes?: ServerTwist['changePokes']
}
