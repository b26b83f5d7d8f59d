import { createWaysOut, type WayOut, type WayOutOptions } from '#server/kernel/way-out/way-out.ts'

/** Makes the way out of one client, as strict as in a real installation unless `changes` says otherwise. */
export function makeWayOut(changes: Partial<WayOutOptions> = {}): WayOut {
  const strict: WayOutOptions = {
    loopbackPorts: [],
    ownPlaces: () => [],
    reachesPrivate: async () => false,
    ownAddresses: () => [],
  }
  return createWaysOut({ ...strict, ...changes })('a client')
}

/** A way out that permits the servers which tests start on this machine. */
export const LOOPBACK_WAY_OUT = makeWayOut({ loopbackPorts: 'all' })
