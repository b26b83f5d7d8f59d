import type { LetterSet } from './character-sets.ts'

/** The bytes of each character, as in the upper half of the code table. */
export type LetterTable = ReadonlyMap<string, readonly number[]>

const SEPARATOR = 0x0a
const tables = new Map<string, LetterTable>()

/** Returns the characters of a set, built with the platform's decoder at first use. */
export function lettersOf(set: LetterSet): LetterTable {
  return kept(set.escape, () =>
    tableOf(set.coding, cellsOf(set), set.prefix === undefined ? [] : [set.prefix]),
  )
}

/**
 * Returns the characters of GB18030 with two or four bytes and a code point of at most four hexadecimal digits, or of
 * GBK.
 */
export function lettersOfGb(coding: 'gb18030' | 'gbk'): LetterTable {
  return kept(coding, () => tableOf(coding, coding === 'gbk' ? PAIRS : [...PAIRS, ...FOURS], []))
}

function kept(name: string, make: () => LetterTable): LetterTable {
  const table = tables.get(name) ?? make()
  tables.set(name, table)
  return table
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

/** The rows of the registered double-byte sets; the platform's encodings contain more, from vendors. */
const ROWS: Readonly<Record<string, readonly number[]>> = {
  'euc-jp': [...range(1, 8), ...range(16, 84)],
  'euc-kr': [...range(1, 12), ...range(16, 40), ...range(42, 93)],
  gb2312: [1, 3, 4, 5, 7, ...range(16, 87)],
}
const HIGH = 0xa0

function cellsOf({ bytes, coding, prefix }: LetterSet): number[][] {
  if (bytes === 1)
    return (coding === 'shift_jis' ? range(0xa1, 0xdf) : range(HIGH, 0xff)).map((byte) => [byte])
  const rows = prefix === undefined ? (ROWS[coding] ?? []) : [2, 6, 7, 9, 10, 11, ...range(16, 77)]
  return rows.flatMap((row) => range(1, 94).map((cell) => [HIGH + row, HIGH + cell]))
}

const PAIRS: readonly number[][] = range(0x81, 0xfe).flatMap((lead) =>
  [...range(0x40, 0x7e), ...range(0x80, 0xfe)].map((trail) => [lead, trail]),
)
/** The four-byte codes of the code points up to U+FFFF: 39,420 of them, counted in tens and 126s. */
const FOURS: readonly number[][] = range(0, 39_419).map((at) => fourBytes(at))

/** Returns the four bytes of GB18030 at a linear position. */
export function fourBytes(place: number): number[] {
  const fourth = place % 10
  const third = Math.floor(place / 10) % 126
  const second = Math.floor(place / 1_260) % 10
  return [Math.floor(place / 12_600) + 0x81, second + 0x30, third + 0x81, fourth + 0x30]
}

function tableOf(coding: string, cells: readonly number[][], prefix: readonly number[]): LetterTable {
  const table = new Map<string, readonly number[]>()
  const decoder = new TextDecoder(coding)
  const bytes = Buffer.from(cells.flatMap((cell) => [...prefix, ...cell, SEPARATOR]))
  const letters = decoder.decode(bytes).split('\n')
  // If an encoding contains a character twice, the first code is used.
  for (const [at, cell] of cells.entries()) {
    const letter = letters[at] ?? ''
    if (letter !== '' && !letter.includes('\ufffd') && !table.has(letter)) table.set(letter, cell)
  }
  return table
}
