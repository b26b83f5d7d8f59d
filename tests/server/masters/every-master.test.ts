import { afterAll, beforeAll } from 'vitest'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { MASTERS } from '#contract/masters/masters.ts'
import { openDemo } from '../features/open-demo.ts'
import { gatherWalkers, type Walkers } from './master-calls.ts'
import { SAMPLES } from './samples.ts'
import { walkMaster } from './walk-master.ts'

let walkers: Walkers
beforeAll(async () => {
  walkers = await gatherWalkers(await openDemo())
})
afterAll(() => walkers?.server.close())

for (const master of MASTERS as unknown as readonly AnyMaster[])
  walkMaster(master, SAMPLES[master.key as keyof typeof SAMPLES] ?? {}, () => walkers)
