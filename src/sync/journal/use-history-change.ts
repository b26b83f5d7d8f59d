import { getDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { useLiveRead } from '../use-live-read.ts'
import { findEpoch } from './known-epoch.ts'

/** The server's history that came after the one that the screens of this page were read from; undefined where none did. */
export function useHistoryChange(): string | undefined {
  return useLiveRead(readChange)
}

/** From now on the screens of this page are of the new history. */
export async function noteReadAnew(): Promise<void> {
  await getDevice().history.readAnew()
}

async function readChange({ databases, history }: Device): Promise<string | undefined> {
  const epoch = await findEpoch(databases.work)
  return epoch === history.read() ? undefined : epoch
}
