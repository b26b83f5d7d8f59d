import { test } from 'vitest'
import { newTally, search, tallyInWords } from './check/search.ts'
import { SCHEDULES, type ScheduleName } from './schedule/schedules.ts'
import { useLabServer } from './use-lab-server.ts'

const lab = useLabServer()
const SEED = 20_261_121
/** So many schedules of each kind, or as many as go into the time. */
const RUNS = 10
const TIME_MS = 6_000

test.for(Object.keys(SCHEDULES) as ScheduleName[])(
  'no promise is broken: %s',
  { timeout: 120_000 },
  async (name) => {
    const fresh = Math.floor(Math.random() * 0x7fff_ffff)
    const tally = newTally()
    for (const seed of [SEED, fresh]) {
      const found = await search(lab.server(), tally, {
        name,
        seed,
        runs: RUNS,
        timeMs: TIME_MS / 2,
      })
      if (found) throw new Error(found.report)
    }
    console.log(`${name} (seeds ${SEED} and ${fresh}): ${tallyInWords(tally)}`)
  },
)
