import type { Device } from '../device.ts'
import { useLiveRead } from '../use-live-read.ts'
import { readCacheState } from './cache-state.ts'

/**
 * Whether this device holds copies of every record that its user's rights grant: false from sign-in, or from wider
 * rights, until the last page of the pull; undefined until it is known, and where there are no databases.
 */
export function useIsFetched(): boolean | undefined {
  return useLiveRead(readIsComplete)
}

const readIsComplete = async ({ databases }: Device): Promise<boolean> =>
  (await readCacheState(databases.cache)).isComplete
