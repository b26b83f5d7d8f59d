import { StorageFullError } from '#src/db/quota.ts'
import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import type { SimDevice } from '../sim/device.ts'
import type { Person } from '../sim/person.ts'
import { Killed, type Tab } from '../sim/tab.ts'
import type { World } from '../sim/world.ts'
import type { Seat } from './step.ts'

export const deviceOf = (world: World, device: number): SimDevice =>
  world.devices[device % world.devices.length]!

/** Returns the tab of a seat; opens one if none is open. */
export async function tabOf(world: World, { device, tab }: Seat): Promise<Tab | undefined> {
  const at = deviceOf(world, device)
  const open = at.openTabs
  return open[tab % Math.max(1, open.length)] ?? (at.isLocked ? undefined : world.openTab(at))
}

/** Runs `run` so much later by the schedule's clock, whatever happens in between. */
export const later = (world: World, ms: number, run: () => void) => world.time.set(world.self, run, ms)

/** Runs an action of the person at a tab, if the tab can be used. */
export async function atTab(
  world: World,
  seat: Seat,
  act: (person: Person, tab: Tab) => Promise<unknown>,
  patienceMs?: number,
): Promise<void> {
  const tab = await tabOf(world, seat)
  if (!tab || tab.isFrozen || tab.device.isLocked) return
  try {
    await world.act(tab, (person) => act(person, tab), patienceMs)
  } catch (error) {
    // Nobody was told that it is stored: a dead tab, a full disk and a missing network are foreseen.
    if (!tab.isDead && !isForeseen(error)) throw error
  }
}

const isForeseen = (error: unknown) =>
  error instanceof StorageFullError ||
  error instanceof OfflineError ||
  error instanceof ApiError ||
  error instanceof Killed ||
  (error instanceof Error && (error.name === 'AbortError' || error.name === 'QuotaExceededError'))
