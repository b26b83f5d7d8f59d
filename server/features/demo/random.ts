import { createHash } from 'node:crypto'

/** Pseudo-random numbers that are the same on every machine and day. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next: () => number
  /** Returns an integer; both ends are included. */
  between: (least: number, most: number) => number
  pick: <T>(from: readonly T[]) => T
  /** Picks by the `weight` of each entry. */
  weighted: <T extends { weight: number }>(from: readonly T[]) => T
  chance: (share: number) => boolean
}

/** Returns a generator (mulberry32) seeded by a word. */
export function randomFrom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
  const weighted = <T extends { weight: number }>(from: readonly T[]): T => {
    let left = next() * from.reduce((sum, { weight }) => sum + weight, 0)
    return from.find(({ weight }) => (left -= weight) < 0) ?? (from.at(-1) as T)
  }
  return { next, between, pick, weighted, chance: (share) => next() < share }
}

/** Returns the id of a demo record, the same in every installation: a UUIDv8 from its kind and name. */
export function demoId(kind: string, name: string | number): string {
  const hex = createHash('sha256').update(`readroom demo ${kind} ${name}`).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}
