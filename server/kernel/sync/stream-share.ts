/** Streams that stay open of one session (a device keeps one) and of one person with all devices. */
const PER_SESSION = 4
const PER_PERSON = 20

interface Stream {
  session: string
  person: string
  end: () => void
}

/**
 * Which streams are open. Where somebody opens one too many, the oldest of that session or person ends: a device whose
 * connection broke unnoticed gets its new one, and a script holds no more than its share.
 */
export class StreamShare {
  readonly #streams = new Set<Stream>()

  /** Adds a stream that `end` ends; returns what takes it out again. */
  add(stream: Stream): () => void {
    this.#endOldest(({ session }) => session === stream.session, PER_SESSION)
    this.#endOldest(({ person }) => person === stream.person, PER_PERSON)
    this.#streams.add(stream)
    return () => this.#streams.delete(stream)
  }

  /** Ends all, when the server stops. */
  endAll(): void {
    for (const { end } of this.#streams) end()
  }

  #endOldest(isTheirs: (stream: Stream) => boolean, max: number): void {
    const theirs = [...this.#streams].filter(isTheirs)
    for (const stream of theirs.slice(0, Math.max(0, theirs.length - max + 1))) {
      this.#streams.delete(stream)
      stream.end()
    }
  }
}
