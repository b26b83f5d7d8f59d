import { type AnyPart, lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'

/** A screen's code could not be fetched: told apart from a screen that broke, because reloading helps. */
export class ScreenLoadError extends Error {
  constructor(cause: unknown) {
    super('The code of a screen could not be loaded', { cause })
    this.name = 'ScreenLoadError'
  }
}

/** One lazy chunk a screen (STACK "weight"). */
export function lazyScreen<Part extends AnyPart>(load: () => Promise<{ default: Part }>) {
  return lazyPart(
    () =>
      load().catch((cause: unknown) => {
        throw new ScreenLoadError(cause)
      }),
    <SkeletonRows />,
  )
}
