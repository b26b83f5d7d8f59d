/**
 * The moments of a study in order. `booked` is when its visit was recorded, `assigned` when a doctor was given it,
 * `first_text` when its first report was begun, `delivered` when its report first left the centre.
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

/** A step leads from one stage to the next and is named after the stage that ends it. */
export type Step = Exclude<Stage, 'booked'>
export const STEPS = STAGES.slice(1) as readonly Step[]

/** The stage in which a step begins. */
export const beginOf = (step: Step): Stage => STAGES[STAGES.indexOf(step) - 1] as Stage

/** The percentiles that are reported for waiting times. */
export const SHARES = [0.5, 0.8, 0.95] as const
