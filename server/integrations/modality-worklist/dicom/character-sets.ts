/** A character set besides ASCII that a DICOM text may use (PS3.3 tables C.12-2 to C.12-4). */
export interface LetterSet {
  /** The escape sequence that switches to the set within a text (ISO 2022). */
  escape: string
  /** Whether its bytes are in the lower or the upper half of the code table. */
  half: 'low' | 'high'
  bytes: 1 | 2
  /** The Encoding Standard's name of an encoding that contains the set in its upper half. */
  coding: string
  /** A byte before each character in that encoding. */
  prefix?: number
}

const latin = (escape: string, coding: string): LetterSet => ({ escape, half: 'high', bytes: 1, coding })

/** By registration number. */
export const LETTER_SETS: Readonly<Record<string, LetterSet>> = {
  100: latin('\x1b-A', 'iso-8859-1'),
  101: latin('\x1b-B', 'iso-8859-2'),
  109: latin('\x1b-C', 'iso-8859-3'),
  110: latin('\x1b-D', 'iso-8859-4'),
  126: latin('\x1b-F', 'iso-8859-7'),
  127: latin('\x1b-G', 'iso-8859-6'),
  138: latin('\x1b-H', 'iso-8859-8'),
  144: latin('\x1b-L', 'iso-8859-5'),
  148: latin('\x1b-M', 'iso-8859-9'),
  166: latin('\x1b-T', 'tis-620'),
  203: latin('\x1b-b', 'iso-8859-15'),
  13: latin('\x1b)I', 'shift_jis'),
  87: { escape: '\x1b$B', half: 'low', bytes: 2, coding: 'euc-jp' },
  159: { escape: '\x1b$(D', half: 'low', bytes: 2, coding: 'euc-jp', prefix: 0x8f },
  149: { escape: '\x1b$)C', half: 'high', bytes: 2, coding: 'euc-kr' },
  58: { escape: '\x1b$)A', half: 'high', bytes: 2, coding: 'gb2312' },
}

export const UTF8 = 'ISO_IR 192'

/** The encoding of a text. */
export type CharacterSet =
  /** The values of Specific Character Set; each text may use all characters of the encoding. */
  | { kind: 'whole'; terms: readonly string[]; coding: 'utf-8' | 'gb18030' | 'gbk' }
  /** ASCII and the sets: a text begins in the first one and switches to the others. */
  | {
      kind: 'switched'
      terms: readonly string[]
      initial: LetterSet | undefined
      others: readonly LetterSet[]
    }

const WHOLE: Readonly<Record<string, 'utf-8' | 'gb18030' | 'gbk'>> = {
  [UTF8]: 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gbk',
}

export const ASCII: CharacterSet = { kind: 'switched', terms: [], initial: undefined, others: [] }

/**
 * Returns the character set that `Specific Character Set` names, with values separated by backslashes; undefined if
 * one of them is unknown.
 * No value means ASCII.
 */
export function findCharacterSet(text: string): CharacterSet | undefined {
  const terms = text.split('\\').map((term) => term.trim())
  const [first = '', ...more] = terms
  const coding = WHOLE[first]
  if (coding !== undefined) return more.length === 0 ? { kind: 'whole', terms, coding } : undefined
  if (/^(ISO_IR 6)?$/.test(first) && more.length === 0) return ASCII
  const numbers = terms.map(numberOf)
  if (numbers.includes(undefined)) return undefined
  const [initial, ...others] = numbers.map((number) => LETTER_SETS[number ?? ''])
  // A single set is never switched to, and needs no other spelling.
  return { kind: 'switched', terms, initial, others: others.filter((set) => set !== undefined) }
}

/** Returns `100` for `ISO_IR 100` or `ISO 2022 IR 100`; 6 (ASCII) for no value; undefined for an unknown term. */
function numberOf(term: string): string | undefined {
  const number = term === '' ? '6' : /^ISO(?:_IR| 2022 IR) (\d+)$/.exec(term)?.[1]
  return number !== undefined && (number === '6' || number in LETTER_SETS) ? number : undefined
}

/**
 * Returns true if the set switches to multi-byte characters, which are not allowed in the first group of a name
 * (PS3.5 6.2.1.1).
 */
export const hasWideLetters = (set: CharacterSet): boolean =>
  set.kind === 'switched' && [set.initial, ...set.others].some((one) => one?.bytes === 2)
