import type { Invariant } from '../check/invariants.ts'
import type { ScheduleName } from '../schedule/schedules.ts'
import type { ServerTwist, WrapTenant } from '../sim/server.ts'
import type { WorldOptions } from '../sim/world.ts'

/** A deliberately broken variant of the sync code, and how the laboratory detects it. */
export interface Twin {
  name: string
  /** The difference from the product. */
  what: string
  /** The kind of schedules that should detect it. */
  schedule: ScheduleName
  /** The most schedules until it must be detected. */
  runs: number
  /** The guarantees that it breaks. */
  breaks: readonly Invariant[]
  /** Returns the variant, fresh for each schedule. */
  options: () => WorldOptions
  /** Code between the server and its database, for the whole search. */
  wrapTenant?: () => WrapTenant
  /** Changes who is poked about what, for the whole search. */
  changePokes?: ServerTwist['changePokes']
}
