import type { ReactNode } from 'react'
import { type LazyPart, lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'

export type LazyTile = LazyPart<object>

/** Returns the content of a tile's drawer, in a separate chunk. */
export const lazyTile = (load: () => Promise<{ default: () => ReactNode }>): LazyTile =>
  lazyPart(load, <SkeletonRows />)
