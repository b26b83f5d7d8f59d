import { getDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { useLiveRead } from '../use-live-read.ts'
import { findEpoch } from './known-epoch.ts'

/** The server's history that came after the one that the screens of this page were read from; undefined where none did. */
export function useHistoryChange(): string | undefined {
  return useLiveRead(findHistoryChange)
}

/** From now on the screens of this page are of the new history. */
export async function noteReadAnew(): Promise<void> {
  await getDevice().history.readAnew()
}

/** What a history change is read from. */
interface Histories {
  databases: { work: Pick<Device['databases']['work'], 'meta'> }
  history: Pick<Device['history'], 'read'>
}

/**
 * Returns the server's history that the device knows, where this page's screens were read from another one. The first
 * that a device learns is no change: nothing on the screen is of an older one.
 */
export async function findHistoryChange({ databases, history }: Histories): Promise<string | undefined> {
  const epoch = await findEpoch(databases.work)
  const shown = history.read()
  return shown === undefined || epoch === shown ? undefined : epoch
}
