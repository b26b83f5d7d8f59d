import { test } from 'vitest'
import { newTally, search, tallyInWords } from './check/search.ts'
import { SCHEDULES, type ScheduleName } from './schedule/schedules.ts'
import { useLabServer } from './use-lab-server.ts'

const lab = useLabServer()
/** The same schedules each time, so that a result depends on the change alone: `npm run faults` searches new ones. */
const SEEDS = [20_261_121, 20_261_124]
/** The number of schedules of each kind, unless the time ends before. */
const RUNS = 10
const TIME_MS = 6_000

test.for(Object.keys(SCHEDULES) as ScheduleName[])(
  'no promise is broken: %s',
  { timeout: 120_000 },
  async (name) => {
    const tally = newTally()
    for (const seed of SEEDS) {
      const found = await search(lab.server(), tally, {
        name,
        seed,
        runs: RUNS,
        timeMs: TIME_MS / SEEDS.length,
      })
      if (found) throw new Error(found.report)
    }
    console.log(`${name} (seeds ${SEEDS.join(' and ')}): ${tallyInWords(tally)}`)
  },
)
