import type { OutboxRow } from '#src/db/work-database.ts'
import { healClient } from '../schedule/client-faults.ts'
import { bookAnew, SCREEN_MS } from '../schedule/desk-acts.ts'
import type { SimDevice } from '../sim/device.ts'
import { untilQuiet } from '../sim/quiet.ts'
import type { Tab } from '../sim/tab.ts'
import { runAs } from '../sim/time.ts'
import { HEALED_WITHIN_MS, type World } from '../sim/world.ts'

const LOOK_MS = 250
/** Conflicts are merged one device after another; more rounds than this would never end. */
const ROUNDS_MAX = 12
/** A booking that the server always refuses is given up after so many tries. */
const BOOKED_ANEW_MAX = 2

/** Ends every fault. Requests in flight at the time of a fault are left as they are. */
export async function endFaults(world: World): Promise<void> {
  const { server, time } = world
  if (server.faults) Object.assign(server.faults, { killAt: undefined, hold: undefined })
  if (!server.isUp) world.restartAfter(0)
  await healClient(world)
  for (const device of world.devices) {
    Object.assign(device.line, { isCut: false, faults: [] })
    device.isFull = false
    for (const tab of device.openTabs) {
      tab.isFrozen = false
      tab.show()
      tab.dieAfter(Number.POSITIVE_INFINITY)
    }
    device.credentials = await world.newSession(device.user, device.id)
  }
  await time.advance(1)
  for (const device of world.devices) device.unlock?.()
  for (const device of world.devices) if (device.openTabs.length === 0) await world.openTab(device)
}

/** Returns the duration of the delivery; undefined if it did not end. */
export async function untilDelivered(world: World): Promise<number | undefined> {
  const began = world.time.now
  while (world.time.now - began <= world.patienceMs) {
    if (await isDelivered(world)) return world.time.now - began
    await world.time.advance(LOOK_MS)
  }
  return undefined
}

/**
 * Lets each person decide: merges conflicts, and sends other refused commands again, until that changes
 * nothing more.
 */
export async function decideAll(world: World): Promise<boolean> {
  let before = ''
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    for (const device of world.devices) {
      const tab = firstTab(device)
      const merged = await world.act(tab, (person) => person.settle(() => world.ledger.newMark()))
      if (merged && (await untilDelivered(world)) === undefined) return false
      const anew = round < BOOKED_ANEW_MAX && (await bookAnewAt(world, tab))
      if (anew && (await untilDelivered(world)) === undefined) return false
      const again = await world.act(tab, (person) => person.retry())
      if (again && (await untilDelivered(world)) === undefined) return false
    }
    const parked = await parkedIds(world)
    if (parked === before) return true
    before = parked
  }
  return false
}

/** Books a refused booking at another time, if the schedule has desks. */
function bookAnewAt(world: World, tab: Tab): Promise<number | undefined> {
  if (!tab.device.user.branches) return Promise.resolve(0)
  return world.act(tab, () => runAs(tab, () => bookAnew(world, world.deskAt(tab))), SCREEN_MS)
}

async function parkedIds({ devices }: World): Promise<string> {
  const ids: string[] = []
  for (const device of devices)
    for (const { id, state } of await rowsOf(device)) if (state === 'parked') ids.push(id)
  return ids.join()
}

/** Pulls on every device, until nothing acknowledged waits for the pull any more. */
export async function pullAll(world: World): Promise<boolean> {
  const began = world.time.now
  while (world.time.now - began <= HEALED_WITHIN_MS) {
    for (const device of world.devices) runAs(firstTab(device), () => firstTab(device).app.refresh())
    await world.time.advance(3_000)
    const acked = await Promise.all(
      world.devices.map(async (device) => (await rowsOf(device)).filter(isOnItsWayOut)),
    )
    if (acked.every((rows) => rows.length === 0)) return true
  }
  return false
}

/** The server accepted it and flagged it for a person: it stays until that is done. */
export const isFlagged = ({ state, flags }: OutboxRow): boolean =>
  state === 'acked' && flags !== undefined && flags.length > 0

const isOnItsWayOut = (row: OutboxRow) => row.state === 'acked' && !isFlagged(row)

export const firstTab = (device: SimDevice): Tab => device.openTabs[0]!

/** Returns the outbox rows of a device. */
export async function rowsOf(device: SimDevice): Promise<OutboxRow[]> {
  const tab = firstTab(device)
  const rows = await runAs(tab, () => tab.databases.work.outbox.orderBy('seq').toArray())
  await untilQuiet()
  return rows
}

/** Returns the commands that wait for a person: refused ones, and later ones of the same record. */
export function waitsForPerson(rows: readonly OutboxRow[]): Set<string> {
  const held = new Set(rows.filter(({ state }) => state === 'parked').map(({ id }) => id))
  const lanes = new Set<string>()
  for (const row of rows) {
    const isBehind = lanes.has(row.aggregate) || row.depends.some((id) => held.has(id))
    if (row.state !== 'acked' && isBehind) held.add(row.id)
    if (held.has(row.id)) lanes.add(row.aggregate)
  }
  return held
}

/** Returns whether every command is acknowledged or waits for a person. */
export async function isDelivered(world: World): Promise<boolean> {
  for (const device of world.devices) {
    const rows = await rowsOf(device)
    const held = waitsForPerson(rows)
    const isBusy = rows.some((row) => row.state !== 'acked' && (!held.has(row.id) || row.state === 'sending'))
    if (isBusy) return false
  }
  return true
}
