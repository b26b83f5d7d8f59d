import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export type LazyTile = LazyExoticComponent<ComponentType> & {
  /** Fetches the code ahead; a failure shows when the drawer is opened. */
  fetchAhead: () => void
}

/** The content of a tile's drawer, one chunk a tile. */
export function lazyTile(load: () => Promise<{ default: ComponentType }>): LazyTile {
  return Object.assign(lazy(load), { fetchAhead: () => void load().catch(() => undefined) })
}
