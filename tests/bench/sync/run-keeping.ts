import type { Contender } from './contenders.ts'
import { Desk } from './desk.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { fillQueue } from './run-schedule.ts'
import { DOWN } from './weather.ts'

/** How the records are kept: as each library does by itself, or with strict durability whatever it asks for. */
export const WAYS = ['default', 'strict'] as const
export type Way = (typeof WAYS)[number]

/** Rounds of each way; a round is a profile of its own. */
export const ROUNDS = 3

/** Keeps `records` without a network, on an empty profile; returns how long each took until it was said to be kept. */
export async function runKeeping(
  contender: Contender,
  way: Way,
  pages: string,
  records: number,
): Promise<number[]> {
  const bout = await contender.begin()
  const proxy = await startFaultProxy({ target: bout.server.url, pages, isWrite: contender.isWrite })
  const desk = new Desk(`${proxy.url}/bench/${contender.page}`, { isStrict: way === 'strict' })
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
