import { type AnyPart, lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'

/** A screen's code could not be loaded: distinct from a crashed screen, because reloading helps. */
export class ScreenLoadError extends Error {
  constructor(cause: unknown) {
    super('The code of a screen could not be loaded', { cause })
    this.name = 'ScreenLoadError'
  }
}

/** One lazy chunk per screen (STACK "weight"). */
export function lazyScreen<Part extends AnyPart>(load: () => Promise<{ default: Part }>) {
  return lazyPart(
    () =>
      load().catch((cause: unknown) => {
        throw new ScreenLoadError(cause)
      }),
    <SkeletonRows />,
  )
}
