import { createCaller } from './caller.ts'
import { ask, askJson } from './transport.ts'

/** As callBare, for the service worker, whose file contains all of its code. Throws as callApi. */
export const callFromWorker = createCaller({
  fetch: (url, init) => fetch(url, init),
  transport: () => ({ ask, askJson }),
  now: () => new Date(),
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  credentials: () => undefined,
  onReach: () => undefined,
  onSignedOut: () => undefined,
})
