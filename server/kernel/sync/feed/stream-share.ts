/** Maximum open streams per session (a device keeps one) and per person with all devices. */
const PER_SESSION = 4
const PER_PERSON = 20

interface Stream {
  session: string
  person: string
  end: () => void
}

/**
 * The open streams. If somebody opens one too many, the oldest of that session or person ends: a device whose
 * connection broke unnoticed gets a new one, and a script cannot hold more than its share.
 */
export class StreamShare {
  readonly #streams = new Set<Stream>()

  /** Adds a stream, which `end` closes; returns a function that removes it. */
  add(stream: Stream): () => void {
    this.#endOldest(({ session }) => session === stream.session, PER_SESSION)
    this.#endOldest(({ person }) => person === stream.person, PER_PERSON)
    this.#streams.add(stream)
    return () => this.#streams.delete(stream)
  }

  /** Ends all streams when the server stops. */
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
