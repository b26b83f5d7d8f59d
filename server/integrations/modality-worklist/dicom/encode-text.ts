import type { CharacterSet, LetterSet } from './character-sets.ts'
import { fourBytes, lettersOf, lettersOfGb } from './letter-tables.ts'

/** Characters that end a run: the text must switch back before them (PS3.5 6.1.2.5.3). */
const DELIMITERS = new Set(['\\', '^', '=', '\r', '\n', '\f', '\t'])
const TO_ASCII = '\x1b(B'
/** JIS X 0201, whose lower half is ASCII except for two characters. */
const TO_ROMAN = '\x1b(J'
const HIGH_BIT = 0x80
const BMP_END = 0xffff
const FIRST_FOUR_BYTES_BEHIND = 189_000

/** Variants in the platform's tables: the character that others use for the same code of the Japanese set. */
const TWINS: ReadonlyMap<string, string> = new Map([
  ['〜', '～'],
  ['−', '－'],
  ['‖', '∥'],
  ['¢', '￠'],
  ['£', '￡'],
  ['¬', '￢'],
  ['—', '―'],
])

/** Returns true if a set contains a character. */
export function holdsLetter(letter: string, set: CharacterSet): boolean {
  if (letter <= '\x7f') return true
  if (set.kind === 'switched') return findStretch(letter, set) !== undefined
  return set.coding === 'utf-8' || gbBytes(letter, set.coding) !== undefined
}

/** Encodes a text, with the escape sequences that the set needs. Throws RangeError at a character that it lacks. */
export function encodeText(text: string, set: CharacterSet): Buffer {
  if (set.kind === 'switched') return encodeSwitched(text, set)
  const { coding } = set
  if (coding === 'utf-8') return Buffer.from(text.toWellFormed(), 'utf8')
  return Buffer.from(Array.from(text).flatMap((letter) => gbBytes(letter, coding) ?? lacks()))
}

function lacks(): never {
  throw new RangeError('a letter is not in the character set')
}

function gbBytes(letter: string, coding: 'gb18030' | 'gbk'): readonly number[] | undefined {
  const code = letter.codePointAt(0) ?? 0
  if (code < HIGH_BIT) return [code]
  if (code > BMP_END)
    return coding === 'gbk' ? undefined : fourBytes(code - BMP_END - 1 + FIRST_FOUR_BYTES_BEHIND)
  return lettersOfGb(coding).get(letter)
}

type Switched = Extract<CharacterSet, { kind: 'switched' }>

/** A character's bytes and the set that they belong to. */
interface Stretch {
  of: LetterSet
  bytes: readonly number[]
}

function findStretch(letter: string, { initial, others }: Switched): Stretch | undefined {
  for (const of of [initial, ...others]) {
    if (of === undefined) continue
    const table = lettersOf(of)
    const bytes = table.get(letter) ?? table.get(TWINS.get(letter) ?? letter)
    if (bytes) return { of, bytes: of.half === 'high' ? bytes : bytes.map((byte) => byte - HIGH_BIT) }
  }
  return undefined
}

function encodeSwitched(text: string, set: Switched): Buffer {
  const { initial } = set
  const out: number[] = []
  const say = (signs: string) => out.push(...Buffer.from(signs, 'latin1'))
  // The sets that are active in each half of the code table.
  let low: LetterSet | undefined
  let high = initial
  // If the initial set is JIS X 0201, switches back to it, otherwise to ASCII.
  const toInitial = set.terms[0]?.endsWith(' 13') ? TO_ROMAN : TO_ASCII
  const backLow = () => {
    if (low !== undefined) say(toInitial)
    low = undefined
  }
  for (const letter of text) {
    if (letter <= '\x7f') {
      backLow()
      if (DELIMITERS.has(letter)) high = initial
      say(letter)
      continue
    }
    const { of, bytes } = findStretch(letter, set) ?? lacks()
    if (of.half === 'low') {
      if (low !== of) say(of.escape)
      low = of
    } else {
      backLow()
      if (high !== of) say(of.escape)
      high = of
    }
    out.push(...bytes)
  }
  backLow()
  return Buffer.from(out)
}
