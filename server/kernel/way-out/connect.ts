import { connect, Socket } from 'node:net'
import { pinnedLookup } from './pinned-lookup.ts'
import type { Target } from './way-out.ts'

/** Begins a TCP connection to a place that was checked; its end and its errors are the socket's own events. */
export function connectTo(target: Target): Socket {
  return connect(placeOf(target))
}

/** A socket that is connected later by a library, which names host and port: it goes to the place that was checked. */
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

// A host that is an address is not looked up; it is the one that was checked.
const placeOf = (target: Target) => ({
  host: target.host,
  port: target.port,
  lookup: pinnedLookup(target),
  autoSelectFamily: true,
})
