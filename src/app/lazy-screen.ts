import { type ComponentType, lazy } from 'react'

/** A screen's code could not be fetched: told apart from a screen that broke, because reloading helps. */
export class ScreenLoadError extends Error {
  constructor(cause: unknown) {
    super('The code of a screen could not be loaded', { cause })
    this.name = 'ScreenLoadError'
  }
}

/** One lazy chunk a screen (STACK "weight"). */
export function lazyScreen<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch((cause: unknown) => {
      throw new ScreenLoadError(cause)
    }),
  )
}
