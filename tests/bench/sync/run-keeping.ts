import type { Contender } from './contenders.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { fillQueue } from './run-schedule.ts'
import { SyncDevice } from './sync-device.ts'
import { DOWN } from './weather.ts'

/** The durability of the records: the library's default, or strict in any case. */
export const WAYS = ['default', 'strict'] as const
export type Way = (typeof WAYS)[number]

/** Rounds of each kind; each round uses a new profile. */
export const ROUNDS = 3

/** Stores `records` offline, on an empty profile; returns the time of each until it was reported as stored. */
export async function runKeeping(
  contender: Contender,
  way: Way,
  pages: string,
  records: number,
): Promise<number[]> {
  const bout = await contender.begin()
  const proxy = await startFaultProxy({ target: bout.server.url, pages, isWrite: contender.isWrite })
  const desk = new SyncDevice(`${proxy.url}/bench/${contender.page}`, { isStrict: way === 'strict' })
  try {
    const page = await desk.open()
    await desk.context?.setOffline(true)
    proxy.set(DOWN)
    const { times } = await fillQueue(page, bout.keys(records))
    return times
  } finally {
    await desk.close()
    await proxy.close()
    await bout.end()
  }
}
