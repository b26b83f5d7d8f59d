import type { Growth, PokeListener } from './feed-pokes.ts'

/** Up to this many streams are notified of a commit at once. */
const AT_ONCE = 24
/** Beyond that, each stream adds this much to the time over which they are notified. */
const APART_MS = 4
/** Maximum delay of a notification. */
const HELD_MAX_MS = 1_000

/** Returns the time over which `crowd` streams are notified of one commit, in milliseconds: 0 for a small site. */
export const spreadOf = (crowd: number): number =>
  crowd <= AT_ONCE ? 0 : Math.min(HELD_MAX_MS, crowd * APART_MS)

/** Returns the wire format of a poke: the position, and the reader's own scopes that changed, if known. */
export const pokeText = ({ pos, scopes = [] }: Pick<Growth, 'pos' | 'scopes'>): string =>
  `data: ${[pos, ...scopes].join(' ')}\n\n`

interface Held {
  pos: number
  scopes: Set<string> | undefined
}

/**
 * The pokes of one stream: only changes in the scopes that its person holds. If many streams hear of the same commit,
 * each is notified at a random moment within a second, so that a site does not pull all at once; later commits are
 * merged into it, and no stream is notified more than once a second.
 */
export class PokeLine implements PokeListener {
  readonly #send: (text: string) => void
  readonly #random: () => number
  #scopes: ReadonlySet<string>
  #held: Held | undefined
  #timer: NodeJS.Timeout | undefined
  #pos = 0
  #toldAt = -HELD_MAX_MS

  constructor(scopes: readonly string[], send: (text: string) => void, random: () => number = Math.random) {
    this.#scopes = new Set(scopes)
    this.#send = send
    this.#random = random
  }

  readonly wants = (scopes: readonly string[]): boolean => scopes.some((scope) => this.#scopes.has(scope))

  readonly hear = ({ pos, scopes }: Pick<Growth, 'pos' | 'scopes'>, crowd: number): void => {
    // A person without scopes has nothing to pull.
    if (this.#scopes.size === 0) return
    this.#pos = Math.max(pos, this.#pos)
    this.#held = this.#with(scopes)
    const spread = spreadOf(crowd)
    if (spread === 0) this.#tell()
    else this.#timer ??= setTimeout(this.#tell, this.#wait(spread))
  }

  // A listener to every branch of a large site gets one merged notification per second.
  #wait(spread: number): number {
    const sinceTold = performance.now() - this.#toldAt
    return Math.max(spread * this.#random(), HELD_MAX_MS - sinceTold)
  }

  /** Sets the scopes that the person holds now. If they changed, the device pulls and learns about it. */
  grant(scopes: readonly string[]): void {
    const isSame = scopes.length === this.#scopes.size && scopes.every((scope) => this.#scopes.has(scope))
    if (isSame) return
    this.#scopes = new Set(scopes)
    this.#held = { pos: this.#pos, scopes: undefined }
    this.#tell()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#held = undefined
  }

  #with(scopes: readonly string[] | undefined): Held {
    const pos = this.#pos
    if (scopes === undefined || (this.#held && !this.#held.scopes)) return { pos, scopes: undefined }
    const own = scopes.filter((scope) => this.#scopes.has(scope))
    return { pos, scopes: new Set([...(this.#held?.scopes ?? []), ...own]) }
  }

  readonly #tell = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const held = this.#held
    this.#held = undefined
    this.#toldAt = performance.now()
    if (held) this.#send(pokeText({ pos: held.pos, scopes: held.scopes && [...held.scopes] }))
  }
}
