import { expect, test } from 'vitest'
import { newTally, search } from '../check/search.ts'
import { useLabServer } from '../use-lab-server.ts'
import { TWINS } from './twins.ts'

const lab = useLabServer()

test.for(TWINS)('a twin that $what is caught', { timeout: 120_000 }, async (twin) => {
  const { name, schedule, runs, breaks, options, wrapTenant, changePokes } = twin
  await lab.restart({ wrap: wrapTenant?.(), changePokes })
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
  console.log(`twin "${name}": caught at schedule ${tally.schedules}, by: ${[...new Set(broken)].join('; ')}`)
})
