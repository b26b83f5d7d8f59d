import { createCaller } from './caller.ts'

/** Makes a call that needs no session, and says nothing of one. For pages and the service worker. Throws as callApi. */
export const callBare = createCaller({
  fetch: (url, init) => fetch(url, init),
  now: () => new Date(),
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  credentials: () => undefined,
  onReach: () => undefined,
  onSignedOut: () => undefined,
})
