import { type Figure, ms, timingOf } from '../../figures.ts'
import type { Drained } from '../pages/draining.ts'
import { after, within } from '../sync-device.ts'
import { DOWN, FAIR } from '../weather.ts'
import type { OurDevice } from './our-device.ts'

const BOUND_MS = 60_000
const BATCH = 50

interface Drain extends Drained {
  /** Studies whose draft is not on the server exactly once. */
  wrong: number
}

/** Fills the queue offline, restores the network, and waits until the queue is empty. `meanwhile` causes the faults. */
async function drain(
  { page, server, goOffline, goOnline }: OurDevice,
  keys: readonly string[],
  good: readonly string[],
  meanwhile?: () => Promise<void>,
): Promise<Drain> {
  await goOffline()
  await page.evaluate((ids) => figures.keepAll(ids), keys)
  await page.evaluate(() => figures.untilOffline())
  const watched = page.evaluate(() => figures.watchDrain())
  await goOnline()
  await meanwhile?.()
  const drained = await within(BOUND_MS, watched)
  const counts = await server.effects()
  return { ...drained, wrong: good.filter((key) => counts[key] !== 1).length }
}

/** Measures a full queue on a good line. */
export async function drainFigure(desk: OurDevice, count: number): Promise<{ figure: Figure; took: number }> {
  const keys = desk.server.freshStudies(count)
  const { answeredAt, emptyAt, wrong } = await drain(desk, keys, keys)
  const took = emptyAt - answeredAt
  const figure = {
    name: `${count} queued commands at 200 ms round trip: drained exactly once`,
    value: `${ms(took)}, ${wrong} lost or doubled`,
    control: '',
    limit: 'within 6,000 ms, none',
    ok: took <= 6_000 && wrong === 0,
  }
  return { figure, took }
}

/** Measures the same with kill -9 of the server while batches are in flight. */
export async function killFigure(desk: OurDevice, count: number): Promise<Figure> {
  const keys = desk.server.freshStudies(count)
  let readyAt = 0
  const kill = async () => {
    for (let batch = 0; batch < count / BATCH / 2; batch++) await desk.proxy.nextWrite()
    await desk.server.kill()
    desk.proxy.cut()
    await after(1_000)
    await desk.server.restart()
    readyAt = Date.now()
  }
  const { emptyAt, wrong } = await drain(desk, keys, keys, kill)
  const took = Math.max(0, emptyAt - readyAt)
  return {
    name: `the same with kill -9 of the server in the middle: after it answers again`,
    value: `${ms(took)}, ${wrong} lost or doubled`,
    control: '',
    limit: 'within 6,000 ms, none',
    ok: took <= 6_000 && wrong === 0,
  }
}

/** Measures the same with one command that the server refuses: how much later the others arrive. */
export async function poisonFigure(desk: OurDevice, count: number, plain: number): Promise<Figure> {
  const good = desk.server.freshStudies(count - 1)
  const middle = Math.floor(count / 2)
  // A study that does not exist on the server.
  const keys = [...good.slice(0, middle), crypto.randomUUID(), ...good.slice(middle)]
  const { answeredAt, emptyAt, parked, wrong } = await drain(desk, keys, good)
  const late = Math.max(0, emptyAt - answeredAt - plain)
  return {
    name: `one poisoned command in ${count}: how much later the last of the others was there`,
    value: `${ms(late)}, ${wrong} lost or doubled, ${parked} parked`,
    control: `without it: ${ms(plain)}`,
    limit: 'at most 1,000 ms, 1 parked',
    ok: late <= 1_000 && wrong === 0 && parked === 1,
  }
}

/** Measures a network failure in the middle of a delivery that the browser does not notice. */
export async function partitionFigure(desk: OurDevice, count: number, runs: number): Promise<Figure> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const keys = desk.server.freshStudies(count)
    const written = desk.proxy.nextWrite()
    const kept = desk.page.evaluate((ids) => figures.keepAll(ids), keys)
    await written
    desk.proxy.set(DOWN)
    await kept
    await desk.page.evaluate(() => figures.untilOffline())
    // Another moment of its probing in each run.
    await after(1_000 + run * 400)
    const watched = desk.page.evaluate(() => figures.watchDrain())
    desk.proxy.set(FAIR)
    const { answeredAt, emptyAt } = await within(BOUND_MS, watched)
    times.push(emptyAt - answeredAt)
  }
  const { median, p95 } = timingOf(times)
  return {
    name: `queue of ${count} empty after the first answered probe, ${runs} partitions`,
    value: `median ${ms(median)}, p95 ${ms(p95)}`,
    control: '',
    limit: 'within 5,000 ms',
    ok: p95 <= 5_000,
  }
}
