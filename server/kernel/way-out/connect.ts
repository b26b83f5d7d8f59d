import { connect, Socket } from 'node:net'
import { pinnedLookup } from './pinned-lookup.ts'
import type { Target } from './way-out.ts'

/** Opens a TCP connection to a checked place; its end and errors are the socket's own events. */
export function connectTo(target: Target): Socket {
  return connect(placeOf(target))
}

/** A socket that a library connects later with its own host and port: it goes to the checked place. */
export class PinnedSocket extends Socket {
  readonly #target: Target
  constructor(target: Target) {
    super()
    this.#target = target
  }

  override connect(): this {
    return super.connect(placeOf(this.#target))
  }
}

// A host that is an IP address is not looked up; it is the checked one.
const placeOf = (target: Target) => ({
  host: target.host,
  port: target.port,
  lookup: pinnedLookup(target),
  autoSelectFamily: true,
})
