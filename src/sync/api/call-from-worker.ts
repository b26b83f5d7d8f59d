import { createCaller } from './caller.ts'
import { ask, askJson } from './transport.ts'

/** As callBare, for the service worker, which has the whole code in its own file. Throws as callApi. */
export const callFromWorker = createCaller({
  fetch: (url, init) => fetch(url, init),
  transport: () => ({ ask, askJson }),
  now: () => new Date(),
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  credentials: () => undefined,
  onReach: () => undefined,
  onSignedOut: () => undefined,
})
