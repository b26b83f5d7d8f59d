import { READER_ZONE } from '../session/session-state.ts'
import { createCaller } from './caller.ts'
import { loadTransport } from './load-transport.ts'

/** Makes a call without a session, and never ends one. For pages. Throws as callApi. */
export const callBare = createCaller({
  fetch: (url, init) => fetch(url, init),
  transport: loadTransport,
  now: () => new Date(),
  zone: READER_ZONE,
  credentials: () => undefined,
  onReach: () => undefined,
  onSignedOut: () => undefined,
})
