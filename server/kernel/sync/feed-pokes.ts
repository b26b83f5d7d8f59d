/** What a commit did to the feed of a client. */
export interface Growth {
  /** Where the feed stands behind it. */
  pos: number
  /** How many rows it wrote: its positions are `pos - size + 1` to `pos`. */
  size: number
  /** The scopes of those rows; undefined where they are not known. */
  scopes: readonly string[] | undefined
}

/** Somebody in this process who waits for changes of one client. */
export interface PokeListener {
  /** True where it waits for changes of one of these scopes. */
  wants: (scopes: readonly string[]) => boolean
  /** The feed has grown. `crowd` is the number of listeners that are told of the same growth. */
  hear: (growth: Pick<Growth, 'pos' | 'scopes'>, crowd: number) => void
}

interface Span {
  from: number
  to: number
}

/** What is known of the feed of one client that somebody waits for. */
interface Feed {
  listeners: Set<PokeListener>
  /** Every position up to here was told; undefined until the head was read once. */
  told: number | undefined
  /** Positions beyond a gap that were told too, in their order. */
  ahead: Span[]
}

/**
 * Tells listeners of this process which scopes of a client's feed have grown. Growths come in any order and more than
 * once, because each process says its own at once and hears them again by notice; each is told once. A position that the
 * database has and nobody told is a notice that was lost: then everybody is told, because nobody knows its scopes.
 */
export class FeedPokes {
  readonly #feeds = new Map<string, Feed>()

  /** Tells whom it concerns of a commit. */
  poke(clientId: string, { pos, size, scopes }: Growth): void {
    const feed = this.#feeds.get(clientId)
    if (!feed || isTold(feed, { from: pos - size + 1, to: pos })) return
    note(feed, { from: pos - size + 1, to: pos })
    const { listeners } = feed
    const concerned = scopes ? [...listeners].filter(({ wants }) => wants(scopes)) : [...listeners]
    for (const { hear } of concerned) hear({ pos, scopes }, concerned.length)
  }

  /** Says that the feed stands at `pos`, as the database has it. Everybody is told where some of it was not. */
  reached(clientId: string, pos: number): void {
    const feed = this.#feeds.get(clientId)
    if (!feed || feed.told === pos) return
    feed.told = pos
    feed.ahead = feed.ahead.filter(({ to }) => to > pos)
    close(feed)
    for (const { hear } of feed.listeners) hear({ pos, scopes: undefined }, feed.listeners.size)
  }

  /** Says that whoever listens knows the feed up to `pos`, because they read it after they began to listen. */
  begin(clientId: string, pos: number): void {
    const feed = this.#feeds.get(clientId)
    if (!feed || feed.told !== undefined) return
    feed.told = pos
    feed.ahead = feed.ahead.filter(({ to }) => to > pos)
    close(feed)
  }

  /** Adds a listener of the client's feed; returns what takes it out again. */
  listen(clientId: string, listener: PokeListener): () => void {
    const feed = this.#feeds.get(clientId) ?? { listeners: new Set(), told: undefined, ahead: [] }
    this.#feeds.set(clientId, feed)
    feed.listeners.add(listener)
    return () => {
      feed.listeners.delete(listener)
      if (feed.listeners.size === 0 && this.#feeds.get(clientId) === feed) this.#feeds.delete(clientId)
    }
  }

  /** Clients that somebody in this process waits for, with the position up to which everything was told. */
  awaited(): ReadonlyMap<string, number | undefined> {
    return new Map([...this.#feeds].map(([clientId, { told }]) => [clientId, told]))
  }
}

const isTold = ({ told, ahead }: Feed, { to }: Span) =>
  (told !== undefined && to <= told) || ahead.some((span) => span.from <= to && to <= span.to)

/** Adds a span in its place; with those that it touches it is one, so that a gap does not make the list grow. */
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

/** Moves the told position on over what follows it without a gap. Commits of one client never overlap. */
function close(feed: Feed): void {
  const { ahead } = feed
  let told = feed.told
  while (told !== undefined && ahead[0] && ahead[0].from <= told + 1) {
    told = Math.max(told, ahead[0].to)
    ahead.shift()
  }
  feed.told = told
}
