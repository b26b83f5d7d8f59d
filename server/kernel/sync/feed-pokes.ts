import { EventEmitter } from 'node:events'

/** Tells listeners of this process that the feed of a client stands at a position. Positions only grow. */
export class FeedPokes {
  readonly #emitter = new EventEmitter().setMaxListeners(0)
  readonly #heads = new Map<string, number>()

  /** Says that the feed stands at `pos`; an older or equal position wakes nobody. */
  poke(clientId: string, pos: number): void {
    if (pos <= (this.#heads.get(clientId) ?? -1)) return
    this.#heads.set(clientId, pos)
    this.#emitter.emit(clientId, pos)
  }

  /** Calls `listener` with every new position of the client's feed until the answer is called. */
  listen(clientId: string, listener: (pos: number) => void): () => void {
    this.#emitter.on(clientId, listener)
    return () => {
      this.#emitter.off(clientId, listener)
      if (this.#emitter.listenerCount(clientId) === 0) this.#heads.delete(clientId)
    }
  }

  /** Clients that somebody in this process waits for. */
  awaited(): string[] {
    return this.#emitter.eventNames().filter((name) => typeof name === 'string')
  }
}
