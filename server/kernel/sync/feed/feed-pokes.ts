/** What a commit added to the feed of a client. */
export interface Growth {
  /** The feed's position after the commit. */
  pos: number
  /** Number of rows written: their positions are `pos - size + 1` to `pos`. */
  size: number
  /** The scopes of those rows; undefined if unknown. */
  scopes: readonly string[] | undefined
}

/** A listener in this process that waits for changes of one client. */
export interface PokeListener {
  /** True if it waits for changes of one of these scopes. */
  wants: (scopes: readonly string[]) => boolean
  /** Called when the feed has grown. `crowd` is the number of listeners notified of the same growth. */
  hear: (growth: Pick<Growth, 'pos' | 'scopes'>, crowd: number) => void
}

interface Span {
  from: number
  to: number
}

/** What is known of a client's feed that has listeners. */
interface Feed {
  listeners: Set<PokeListener>
  /** Every position up to here was announced; undefined until the head was read once. */
  told: number | undefined
  /** Announced positions beyond a gap, in order. */
  ahead: Span[]
}

/**
 * Tells listeners of this process which scopes of a client's feed have grown. Growths arrive in any order and
 * repeatedly, because each process reports its own at once and receives them again by notice; listeners hear each once.
 * A position in the database that nobody announced means a lost notice: then all listeners are told, because its scopes
 * are unknown.
 */
export class FeedPokes {
  readonly #feeds = new Map<string, Feed>()

  /** Tells the listeners concerned about a commit. */
  poke(clientId: string, { pos, size, scopes }: Growth): void {
    const feed = this.#feeds.get(clientId)
    if (!feed || isTold(feed, { from: pos - size + 1, to: pos })) return
    note(feed, { from: pos - size + 1, to: pos })
    const { listeners } = feed
    const concerned = scopes ? [...listeners].filter(({ wants }) => wants(scopes)) : [...listeners]
    for (const { hear } of concerned) hear({ pos, scopes }, concerned.length)
  }

  /** Reports the feed's position in the database. All listeners are told if part of it was not announced. */
  reached(clientId: string, pos: number): void {
    const feed = this.#feeds.get(clientId)
    if (!feed || feed.told === pos) return
    feed.told = pos
    feed.ahead = feed.ahead.filter(({ to }) => to > pos)
    close(feed)
    for (const { hear } of feed.listeners) hear({ pos, scopes: undefined }, feed.listeners.size)
  }

  /** Declares that listeners know the feed up to `pos`, because they read it after they began to listen. */
  begin(clientId: string, pos: number): void {
    const feed = this.#feeds.get(clientId)
    if (!feed || feed.told !== undefined) return
    feed.told = pos
    feed.ahead = feed.ahead.filter(({ to }) => to > pos)
    close(feed)
  }

  /** Adds a listener of the client's feed; returns a function that removes it. */
  listen(clientId: string, listener: PokeListener): () => void {
    const feed = this.#feeds.get(clientId) ?? { listeners: new Set(), told: undefined, ahead: [] }
    this.#feeds.set(clientId, feed)
    feed.listeners.add(listener)
    return () => {
      feed.listeners.delete(listener)
      if (feed.listeners.size === 0 && this.#feeds.get(clientId) === feed) this.#feeds.delete(clientId)
    }
  }

  /** Clients with listeners in this process, with the position up to which everything was announced. */
  awaited(): ReadonlyMap<string, number | undefined> {
    return new Map([...this.#feeds].map(([clientId, { told }]) => [clientId, told]))
  }
}

const isTold = ({ told, ahead }: Feed, { to }: Span) =>
  (told !== undefined && to <= told) || ahead.some((span) => span.from <= to && to <= span.to)

/** Inserts a span in order and merges it with adjacent ones, so that a gap does not make the list grow. */
function note(feed: Feed, { from, to }: Span): void {
  const span = { from, to }
  const apart = feed.ahead.filter((other) => {
    const isBeside = other.to + 1 >= span.from && other.from <= span.to + 1
    if (isBeside) {
      span.from = Math.min(span.from, other.from)
      span.to = Math.max(span.to, other.to)
    }
    return !isBeside
  })
  feed.ahead = [...apart, span].sort((one, other) => one.from - other.from)
  close(feed)
}

/** Advances the announced position over spans that follow without a gap. Commits of one client never overlap. */
function close(feed: Feed): void {
  const { ahead } = feed
  let told = feed.told
  while (told !== undefined && ahead[0] && ahead[0].from <= told + 1) {
    told = Math.max(told, ahead[0].to)
    ahead.shift()
  }
  feed.told = told
}
