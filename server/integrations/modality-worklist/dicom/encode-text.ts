import type { CharacterSet, LetterSet } from './character-sets.ts'
import { fourBytes, lettersOf, lettersOfGb } from './letter-tables.ts'

/** Signs that end a stretch: what was switched to must be switched back before them (PS3.5 6.1.2.5.3). */
const DELIMITERS = new Set(['\\', '^', '=', '\r', '\n', '\f', '\t'])
const TO_ASCII = '\x1b(B'
/** JIS X 0201, whose lower half is ASCII but for two signs. */
const TO_ROMAN = '\x1b(J'
const HIGH_BIT = 0x80
const BMP_END = 0xffff
const FIRST_FOUR_BYTES_BEHIND = 189_000

/** Twins of the platform's tables: the sign that others use for the same place of the Japanese set. */
const TWINS: ReadonlyMap<string, string> = new Map([
  ['〜', '～'],
  ['−', '－'],
  ['‖', '∥'],
  ['¢', '￠'],
  ['£', '￡'],
  ['¬', '￢'],
  ['—', '―'],
])

/** Whether a set holds a letter. */
export function holdsLetter(letter: string, set: CharacterSet): boolean {
  if (letter <= '\x7f') return true
  if (set.kind === 'switched') return findStretch(letter, set) !== undefined
  return set.coding === 'utf-8' || gbBytes(letter, set.coding) !== undefined
}

/** Bytes of a text, with the escape sequences that the set needs. Throws RangeError at a letter that it lacks. */
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

/** A letter's bytes and the set that they are of. */
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
  // What is on in each half of the code table.
  let low: LetterSet | undefined
  let high = initial
  // A machine that begins in JIS X 0201 goes back to it, every other to ASCII.
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
