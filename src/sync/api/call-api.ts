import { credentialsNow, renewRights, sessionWasEnded, sessionZone } from '../session/session-state.ts'
import { createCaller } from './caller.ts'
import { loadTransport } from './load-transport.ts'
import { reportContact, reportReach } from './reach.ts'

export { ApiError, OfflineError } from './errors.ts'

/**
 * Makes one REST call as the signed-in user. A 403 ends the session on this device; all unsent work is
 * kept. Throws ApiError or OfflineError.
 */
export const callApi = createCaller({
  fetch: (url, init) => fetch(url, init),
  transport: loadTransport,
  now: () => new Date(),
  // Days of a range begin and end at the place of work, wherever the reader is.
  get zone() {
    return sessionZone()
  },
  credentials: credentialsNow,
  onReach: reportReach,
  onContact: reportContact,
  onSignedOut: sessionWasEnded,
  onModuleOff: () => void renewRights().catch(() => undefined),
})
