import type { QueueKey } from '#contract/registry.ts'
import type { Effect } from './effect.ts'
import { reportEffects } from './report-effects.ts'

/** The optimistic effect of every queued call; a call without one does not compile. */
export const EFFECTS: { [K in QueueKey]: Effect<K> } = {
  ...reportEffects,
}
