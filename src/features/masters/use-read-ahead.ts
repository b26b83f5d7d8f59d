import { useEffect } from 'react'
import { MASTERS } from '#contract/masters/masters.ts'
import type { TileKey } from '#domain/access/tiles.ts'
import { readAhead } from '#src/sync/masters/use-masters.ts'
import { TILES } from './tiles.tsx'

/** Long enough after the hub stands that nothing that a person waits for is held up. */
const REST_MS = 400

/** Fetches ahead the code and the copies of the reader's tiles, so that the first look at each list is at once. */
export function useReadAhead(tiles: readonly TileKey[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // A failure shows when the drawer is opened.
      for (const key of tiles) TILES[key].element.load().catch(() => undefined)
      readAhead(
        MASTERS.filter((master) => master.tiles.some((key) => tiles.includes(key))).map(({ key }) => key),
      )
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [tiles])
}
