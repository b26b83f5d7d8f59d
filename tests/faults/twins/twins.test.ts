import { expect, test } from 'vitest'
import { newTally, search } from '../check/search.ts'
import { useLabServer } from '../use-lab-server.ts'
import { newKeyPerRetry } from './new-key-per-retry.ts'
import { removeBeforeSend } from './remove-before-send.ts'

const TWINS = [removeBeforeSend, newKeyPerRetry]
const lab = useLabServer()

test.for(TWINS)(
  'a device that $what is caught',
  { timeout: 120_000 },
  async ({ name, schedule, runs, breaks, options }) => {
    const tally = newTally()
    const found = await search(lab.server(), tally, {
      name: schedule,
      seed: 1,
      runs,
      isFirstEnough: true,
      options,
    })
    expect(found, `the laboratory does not notice "${name}" within ${runs} schedules`).toBeDefined()
    const broken = found!.violations.map(({ invariant }) => invariant)
    expect(
      breaks.some((invariant) => broken.includes(invariant)),
      `"${name}" breaks other promises than expected:\n${found!.report}`,
    ).toBe(true)
    console.log(
      `twin "${name}": caught at schedule ${tally.schedules}, by: ${[...new Set(broken)].join('; ')}`,
    )
  },
)
