import type { World } from '../sim/world.ts'
import type { Row } from './row.ts'
import { ROWS } from './rows.ts'
import type { Step } from './step.ts'

/** Lets one step happen. */
export async function perform(world: World, step: Step): Promise<void> {
  await rowOf(step).perform(world, step)
}

/** True where something goes wrong in a step. */
export const isFault = (step: Step): boolean => rowOf(step).isFault

/** A step in words. */
export const wordsOf = (step: Step): string => rowOf(step).words(step)

// Which row belongs to which step is said by the type of Step.
const rowOf = (step: Step) => ROWS[step.do] as unknown as Row<Step>
