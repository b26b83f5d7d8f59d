import type { Page } from '@playwright/test'
import type { Bout, Contender } from './contenders.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import type { Schedule, Stage } from './schedules.ts'
import { after, SyncDevice, within } from './sync-device.ts'
import { DOWN, FAIR } from './weather.ts'
import './contender.ts'

/** The result of one contender in one schedule. */
export interface Score {
  acknowledged: number
  /** Acknowledged, not on the server, and no longer on the device. */
  lost: number
  /** Took effect more than once. */
  doubled: number
  /** Still only on the device when the time ended. */
  stuck: number
  /** From the return of the network to the last effect; undefined if that never happened. */
  drainMs: number | undefined
}

export interface Sizes {
  records: number
  /** The time limit for the queue after the end of the schedule. */
  boundMs: number
}

const LOOK_MS = 50
/** If a library sends nothing for so long, the fault happens without it. */
const WRITE_WITHIN_MS = 10_000
/** The time limit for filling the queue. */
const FILLS_WITHIN_MS = 60_000

/** Runs one contender through one schedule, on an empty profile and its own server. */
export async function runSchedule(
  contender: Contender,
  schedule: Schedule,
  pages: string,
  sizes: Sizes,
): Promise<Score> {
  const bout = await contender.begin()
  const proxy = await startFaultProxy({ target: bout.server.url, pages, isWrite: contender.isWrite })
  const desk = new SyncDevice(`${proxy.url}/bench/${contender.page}`)
  try {
    const page = await desk.open()
    await desk.context?.setOffline(true)
    proxy.set(DOWN)
    const { keys } = await fillQueue(page, bout.keys(sizes.records))
    proxy.set(schedule.weather ?? FAIR, schedule.seed)
    await desk.context?.setOffline(false)
    const began = performance.now()
    const drained = untilDrained(bout, keys, began)
    const nudging = nudge(contender, desk, proxy.url)
    await schedule.run(stageOf(bout, proxy, desk))
    const drainMs = await Promise.race([drained.done, after(sizes.boundMs)])
    drained.stop()
    nudging.stop()
    return { ...(await count(bout, desk, keys)), drainMs }
  } finally {
    await desk.close()
    await proxy.close()
    await bout.end()
  }
}

/** Writes one record after the other, each awaited; the times are measured inside the page. */
export function fillQueue(page: Page, keys: readonly string[]): Promise<{ keys: string[]; times: number[] }> {
  const filled = page.evaluate(async (wanted) => {
    const times: number[] = []
    for (const key of wanted) {
      const began = performance.now()
      await contender.keep(key)
      times.push(performance.now() - began)
    }
    return { keys: [...wanted], times }
  }, keys)
  return within(FILLS_WITHIN_MS, filled)
}

const stageOf = (bout: Bout, proxy: FaultProxy, desk: SyncDevice): Stage => ({
  set: proxy.set,
  nextWrite: () => Promise.race([proxy.nextWrite(), after(WRITE_WITHIN_MS)]).then(() => undefined),
  killServer: async () => {
    await bout.server.kill()
    proxy.cut()
  },
  restartServer: () => bout.server.restart(),
  closeTab: async () => desk.page?.close(),
  killBrowser: () => desk.kill(),
  reopen: async () => void (await desk.open()),
})

function untilDrained({ effects }: Bout, keys: readonly string[], began: number) {
  const stopped = new AbortController()
  const look = async (): Promise<number | undefined> => {
    while (!stopped.signal.aborted) {
      // A killed server does not respond.
      const counts = await effects().catch((): Record<string, number> => ({}))
      if (keys.every((key) => (counts[key] ?? 0) > 0)) return performance.now() - began
      await after(LOOK_MS)
    }
    return undefined
  }
  return { done: look(), stop: () => stopped.abort() }
}

/** Presses every two seconds, as an impatient person would. */
function nudge({ nudge: say }: Contender, desk: SyncDevice, origin: string) {
  if (!say) return { stop: () => undefined }
  const timer = setInterval(() => {
    if (desk.context) say(desk.context, origin).catch(() => undefined)
  }, 2_000)
  return { stop: () => clearInterval(timer) }
}

async function count(bout: Bout, desk: SyncDevice, keys: readonly string[]) {
  const counts = await bout.effects()
  const missing = keys.filter((key) => !counts[key])
  const held = new Set(missing.length > 0 ? await desk.page?.evaluate(() => contender.held()) : [])
  return {
    acknowledged: keys.length,
    lost: missing.filter((key) => !held.has(key)).length,
    doubled: keys.filter((key) => (counts[key] ?? 0) > 1).length,
    stuck: missing.filter((key) => held.has(key)).length,
  }
}
