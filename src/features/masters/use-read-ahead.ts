import { useEffect } from 'react'
import { MASTERS } from '#contract/masters/masters.ts'
import type { TileKey } from '#domain/access/tiles.ts'
import { readAhead } from '#src/sync/masters/use-masters.ts'
import { TILES } from './tiles.tsx'

/** The delay after the hub is rendered, long enough not to slow down what a person waits for. */
const REST_MS = 400

/** Prefetches the code and the copies of the reader's tiles, so that each list opens immediately. */
export function useReadAhead(tiles: readonly TileKey[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // A failure is shown when the drawer is opened.
      for (const key of tiles) TILES[key].element.load().catch(() => undefined)
      readAhead(
        MASTERS.filter((master) => master.tiles.some((key) => tiles.includes(key))).map(({ key }) => key),
      )
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [tiles])
}
