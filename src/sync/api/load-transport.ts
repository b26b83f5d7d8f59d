import type { Transport } from './transport.ts'

let loading: Promise<Transport> | undefined

/**
 * Loads the code that sends requests, once, so that the sign-in form does not wait for it (docs/decisions/180). Only
 * for pages: a service worker cannot import later. Throws if the code cannot be loaded; the next call tries again.
 */
export function loadTransport(): Promise<Transport> {
  loading ??= import('./transport.ts').catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
