import { wordsOf } from './perform.ts'
import type { Schedule } from './step.ts'

/** Returns a schedule in words, one step per line. */
export function scheduleInWords({ seed, devices, steps }: Schedule): string {
  const who = devices.map(
    ({ user, tabs }, n) => `device ${n + 1} of person ${user + 1} with ${tabs} tab${tabs > 1 ? 's' : ''}`,
  )
  const lines = steps.map((step, n) => `  ${String(n + 1).padStart(2)}. ${wordsOf(step)}`)
  return [`  ${who.join(', ')}; latencies of seed ${seed}`, ...lines].join('\n')
}
