import { expect, test } from 'vitest'
import { syncCalls } from '#contract/calls/sync.ts'
import { RETRY_BASE_MS, RETRY_LOST_MS } from '#domain/time/retry-waits.ts'
import type { Caller } from '#src/sync/api/caller.ts'
import type { Twist } from './sim/tab.ts'
import { runAs } from './sim/time.ts'
import { World } from './sim/world.ts'
import { useLabServer } from './use-lab-server.ts'

const lab = useLabServer()

/** The longest round trip of the laboratory's network. */
const ROUND_TRIP_MS = 600

/** One delivery: when it left the device, when it failed, and its number of commands. */
interface Departure {
  at: number
  failedAt?: number
  count: number
}

/** Opens a doctor's page whose deliveries are recorded by the schedule's clock. */
async function open(seed: number) {
  const departures: Departure[] = []
  const twist: Twist = {
    ports: (ports, tab) => {
      const call: Caller = async (target, input, options) => {
        if ((target as unknown) !== syncCalls.commands) return ports.call(target, input, options)
        const { commands } = input as unknown as { commands: unknown[] }
        const departure: Departure = { at: tab.time.now, count: commands.length }
        departures.push(departure)
        try {
          return await ports.call(target, input, options)
        } catch (error) {
          departure.failedAt = tab.time.now
          throw error
        }
      }
      return { ...ports, call }
    },
  }
  const schedule = { seed, devices: [{ user: 0, tabs: 1 }], steps: [] }
  const world = await World.open(schedule, lab.server(), { twist })
  const [device] = world.devices
  const [tab] = device!.openTabs
  const unsent = () => tab!.databases.work.outbox.where('state').notEqual('acked').count()
  return { world, device: device!, tab: tab!, departures, unsent }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Cuts the network, and lets a call of the page notice it. */
function cut({ device, tab }: Opened): void {
  device.line.isCut = true
  runAs(tab, () => tab.reach.next({ answered: false }))
}

/** Saves a report of every study offline. */
async function keepOffline(opened: Opened): Promise<void> {
  const { world, tab } = opened
  cut(opened)
  await world.time.advance(1_000)
  for (const [n, study] of world.client.studies.entries())
    await world.act(tab, (person) => person.save(study, `w${n}`, { status: 'Draft', isFresh: true }))
  expect(tab.link.state().online).toBe(false)
}

/** Lets time pass until nothing waits any more; returns the duration by the schedule's clock. */
async function untilSent({ world, unsent }: Opened): Promise<number> {
  const began = world.time.now
  for (let waited = 0; waited < 120_000 && (await world.offStage(unsent)) > 0; waited += 10)
    await world.time.advance(10)
  return world.time.now - began
}

test.for([1, 2, 3, 4, 5])('a lost delivery is sent again at once and in full (seed %s)', async (seed) => {
  const opened = await open(seed)
  const { world, device, departures } = opened
  await keepOffline(opened)
  device.line.faults.push({ fault: { kind: 'lost request' }, on: 'commands' })
  departures.length = 0
  device.line.isCut = false
  await untilSent(opened)
  const all = world.client.studies.length
  expect(departures.map(({ count }) => count)).toEqual([all, all])
  expect(departures[1]!.at - departures[0]!.failedAt!).toBeLessThanOrEqual(RETRY_LOST_MS)
  await world.close()
})

test.for([1, 2, 3])(
  'a delivery that was lost three times arrives within the drawn waits (seed %s)',
  async (seed) => {
    const opened = await open(seed)
    const { world, device, departures } = opened
    await keepOffline(opened)
    for (let n = 0; n < 3; n += 1)
      device.line.faults.push({ fault: { kind: 'lost request' }, on: 'commands' })
    departures.length = 0
    device.line.isCut = false
    await untilSent(opened)
    const waits = RETRY_LOST_MS + RETRY_BASE_MS + RETRY_BASE_MS * 2
    expect(departures.at(-1)!.at - departures[0]!.at).toBeLessThanOrEqual(waits + 3 * ROUND_TRIP_MS)
    await world.close()
  },
)

test.for([
  [11, 400],
  [12, 700],
  [13, 1_000],
])('work is sent soon after a short outage (seed %s, %s ms)', async ([seed, cutMs]) => {
  const opened = await open(seed!)
  const { world, device, tab, departures, unsent } = opened
  cut(opened)
  const [study] = world.client.studies
  await world.act(tab, (person) => person.save(study!, 'w1', { status: 'Draft', isFresh: true }))
  await world.time.advance(cutMs!)
  departures.length = 0
  device.line.isCut = false
  const returned = world.time.now
  expect(await unsent()).toBe(1)
  await untilSent(opened)
  // No pause between two probes was longer than a second yet; deliveries follow one answered probe.
  expect(departures[0]!.at - returned).toBeLessThanOrEqual(1_000 + 2 * ROUND_TRIP_MS)
  await world.close()
})
