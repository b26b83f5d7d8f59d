/**
 * The moments of a study in their order. `booked` is when its visit was written down, `assigned` when a doctor was given
 * it, `first_text` when its first report was begun, `delivered` when its report first left the house.
 */
export const STAGES = [
  'booked',
  'arrived',
  'scan_start',
  'scan_end',
  'assigned',
  'first_text',
  'signed',
  'verified',
  'delivered',
] as const
export type Stage = (typeof STAGES)[number]

/** A step leads from one stage to the next, and has the name of the stage that ends it. */
export type Step = Exclude<Stage, 'booked'>
export const STEPS = STAGES.slice(1) as readonly Step[]

/** The stage that a step begins with. */
export const beginOf = (step: Step): Stage => STAGES[STAGES.indexOf(step) - 1] as Stage

/** The shares of studies whose longest wait is told, as percentiles. */
export const SHARES = [0.5, 0.8, 0.95] as const
