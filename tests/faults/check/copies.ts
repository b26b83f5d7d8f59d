import { randomUUID } from 'node:crypto'
import { SYNCED_RECORDS } from '#contract/records/records.ts'
import type { CopyRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { LOCAL_SCOPE } from '#src/sync/pull/copies.ts'
import { createPuller } from '#src/sync/pull/puller.ts'
import type { SimUser } from '../sim/client.ts'
import { SimDevice } from '../sim/device.ts'
import { untilQuiet } from '../sim/quiet.ts'
import { Tab } from '../sim/tab.ts'
import { runAs } from '../sim/time.ts'
import { HEALED_WITHIN_MS, type World } from '../sim/world.ts'
import { changeElsewhere, untilListening } from './change-elsewhere.ts'
import { firstTab } from './heal.ts'
import type { Violation } from './invariants.ts'

const PULL_MS = 3_000
/**
 * A change that is made elsewhere must be on every device of its scope within this time; usually it takes the
 * first.
 */
const SEEN_MS = 5_000
const SOON_MS = 1_000

/**
 * Compares every device with a new one of the same person, which has everything from the server alone. Before
 * that, another person makes one more change: the devices must learn of it in time, by their pokes alone.
 */
export async function compareCopies(world: World): Promise<Violation[]> {
  await untilListening(world)
  const hasChanged = await changeElsewhere(world)
  await world.time.advance(SOON_MS)
  const found: Violation[] = []
  const users = new Map(world.devices.map(({ user }) => [user.id, user]))
  for (const user of users.values()) {
    const fresh = await copiesFromScratch(world, user)
    for (const device of world.devices.filter((one) => one.user === user))
      for (const { invariant, what } of await judgeDevice(world, device, fresh, hasChanged))
        found.push({ invariant, what: `${device.name}: ${what}` })
  }
  return found
}

async function judgeDevice(
  world: World,
  device: SimDevice,
  fresh: Copies,
  hasChanged: boolean,
): Promise<Violation[]> {
  const look = async () => differences(await copiesOf(firstTab(device), firstTab(device).databases), fresh)
  if ((await look()).length === 0) return []
  await world.time.advance(SEEN_MS - SOON_MS)
  const late = await look()
  const found = late.length === 0 ? [] : await lastDifferences(world, device, fresh)
  if (found.length > 0) return found.map((what) => ({ invariant: 'devices and server agree', what }))
  return hasChanged ? late.map((what) => ({ invariant: 'each change is seen in time', what })) : []
}

/** A pull without a response is repeated after its timeout; until then the copies may differ. */
async function lastDifferences(world: World, device: SimDevice, fresh: Copies): Promise<string[]> {
  const end = world.time.now + HEALED_WITHIN_MS
  for (;;) {
    const tab = firstTab(device)
    const found = differences(await copiesOf(tab, tab.databases), fresh)
    if (found.length === 0 || world.time.now > end) return found
    runAs(tab, () => tab.app.refresh())
    await world.time.advance(PULL_MS)
  }
}

type Copies = Map<string, { rev: number; isLocal: boolean; body: string }>

async function copiesFromScratch(world: World, user: SimUser): Promise<Copies> {
  const device = new SimDevice('a new device', user)
  device.credentials = await world.newSession(user, randomUUID())
  const tab = await new Tab(world.time, device).openOnly(world.network)
  await world.finish(runAs(tab, () => createPuller(tab.databases, tab.call).pull()))
  const copies = await copiesOf(tab, tab.databases)
  tab.die()
  return copies
}

async function copiesOf(tab: Tab, databases: Databases): Promise<Copies> {
  const copies: Copies = new Map()
  await runAs(tab, async () => {
    for (const {
      type,
      copies: { table },
    } of SYNCED_RECORDS) {
      const rows: CopyRow[] = await databases[table].table.toArray()
      for (const { id, rev, scope, e } of rows)
        copies.set(`${type} ${id}`, { rev, isLocal: scope === LOCAL_SCOPE, body: JSON.stringify(e) })
    }
  })
  await untilQuiet()
  return copies
}

// A copy that came from a response and lies outside the doctor's scopes stays as received; the feed does not
// contain it.
function differences(copies: Copies, fresh: Copies): string[] {
  const found: string[] = []
  for (const [key, { rev, body }] of fresh) {
    const copy = copies.get(key)
    if (!copy) found.push(`lacks the ${key}`)
    else if (copy.rev !== rev) found.push(`holds revision ${copy.rev} of the ${key}, the server has ${rev}`)
    else if (copy.body !== body) found.push(`holds another text of the ${key}: ${copy.body} and not ${body}`)
  }
  for (const [key, { isLocal }] of copies)
    if (!isLocal && !fresh.has(key)) found.push(`still holds the ${key}`)
  return found
}
