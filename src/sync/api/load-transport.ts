import type { Transport } from './transport.ts'

let loading: Promise<Transport> | undefined

/**
 * Fetches the code that sends requests, once: the sign-in form stands before it is there
 * (docs/decisions/180). For pages alone: a service worker cannot import later. Throws where the code cannot be fetched; the next call tries again.
 */
export function loadTransport(): Promise<Transport> {
  loading ??= import('./transport.ts').catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
