import { getDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { useLiveRead } from '../use-live-read.ts'
import { findEpoch } from './known-epoch.ts'

/** Returns the server history that followed the one of this page's screens; undefined if there is none. */
export function useHistoryChange(): string | undefined {
  return useLiveRead(findHistoryChange)
}

/** Marks the screens of this page as belonging to the new history. */
export async function noteReadAnew(): Promise<void> {
  await getDevice().history.readAnew()
}

/** The sources for detecting a history change. */
interface Histories {
  databases: { work: Pick<Device['databases']['work'], 'meta'> }
  history: Pick<Device['history'], 'read'>
}

/**
 * Returns the server history that the device knows, if this page's screens were read from another one. The first one
 * that a device learns is no change: nothing on the screen is older.
 */
export async function findHistoryChange({ databases, history }: Histories): Promise<string | undefined> {
  const epoch = await findEpoch(databases.work)
  const shown = history.read()
  return shown === undefined || epoch === shown ? undefined : epoch
}
