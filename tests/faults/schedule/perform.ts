import type { World } from '../sim/world.ts'
import type { Row } from './row.ts'
import { ROWS } from './rows.ts'
import type { Step } from './step.ts'

/** Performs one step. */
export async function perform(world: World, step: Step): Promise<void> {
  await rowOf(step).perform(world, step)
}

/** Returns true for a fault step. */
export const isFault = (step: Step): boolean => rowOf(step).isFault

/** Returns a step in words. */
export const wordsOf = (step: Step): string => rowOf(step).words(step)

// The type of Step defines which row belongs to which step.
const rowOf = (step: Step) => ROWS[step.do] as unknown as Row<Step>
