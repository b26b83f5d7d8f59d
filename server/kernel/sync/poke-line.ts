import type { Growth, PokeListener } from './feed-pokes.ts'

/** So many streams are told of a commit at once. */
const AT_ONCE = 24
/** Where there are more, each adds so much to the time over which they are told. */
const APART_MS = 4
/** Nobody is told later than this. */
const HELD_MAX_MS = 1_000

/** The time over which `crowd` streams are told of one commit, in milliseconds: 0 in a small house. */
export const spreadOf = (crowd: number): number =>
  crowd <= AT_ONCE ? 0 : Math.min(HELD_MAX_MS, crowd * APART_MS)

/** How a poke travels: the position, and the reader's own scopes that changed where they are known. */
export const pokeText = ({ pos, scopes = [] }: Pick<Growth, 'pos' | 'scopes'>): string =>
  `data: ${[pos, ...scopes].join(' ')}\n\n`

interface Held {
  pos: number
  scopes: Set<string> | undefined
}

/**
 * What one stream hears: changes in the scopes that its person holds, and of a change only those. Where many streams are
 * told of the same commit each is told at a moment of its own within a second, so that a house does not pull as one; what
 * is committed meanwhile is told with it, and nobody is told more than once a second.
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
    // Who holds nothing has nothing to pull.
    if (this.#scopes.size === 0) return
    this.#pos = Math.max(pos, this.#pos)
    this.#held = this.#with(scopes)
    const spread = spreadOf(crowd)
    if (spread === 0) this.#tell()
    else this.#timer ??= setTimeout(this.#tell, this.#wait(spread))
  }

  // Whoever hears of every branch of a large house is told once a second of what came together.
  #wait(spread: number): number {
    const sinceTold = performance.now() - this.#toldAt
    return Math.max(spread * this.#random(), HELD_MAX_MS - sinceTold)
  }

  /** The person holds these scopes now. Where others than before, the device pulls and learns of it. */
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
