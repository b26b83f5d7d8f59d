import type { Device } from '../device.ts'
import { useLiveRead } from '../use-live-read.ts'
import { readCacheState } from './cache-state.ts'

/**
 * Returns whether this device has copies of every record that its user may access: false from sign-in, or from wider
 * rights, until the last batch of the pull; undefined until it is known, and if there are no databases.
 */
export function useIsFetched(): boolean | undefined {
  return useLiveRead(readIsComplete)
}

const readIsComplete = async ({ databases }: Device): Promise<boolean> =>
  (await readCacheState(databases.cache)).isComplete
