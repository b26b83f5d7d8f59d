import type { ListNumbering } from '#domain/report/markup-node.ts'

const BULLETS = ['•', '◦', '▪'] as const

/** Returns the mark of an unordered item by its depth, counted from 0. */
export const bulletAt = (depth: number): string => BULLETS[Math.min(depth, BULLETS.length - 1)] ?? '•'

/**
 * Returns the mark of an ordered item; numbers without a form in letters or Roman numerals are written in
 * digits, as in HTML.
 */
export function numberMarker(value: number, numbering: ListNumbering): string {
  return `${FORMATS[numbering](value) || value}.`
}

const FORMATS = {
  '1': String,
  a: letters,
  A: (value) => letters(value).toUpperCase(),
  i: roman,
  I: (value) => roman(value).toUpperCase(),
} as const satisfies Record<ListNumbering, (value: number) => string>

function letters(value: number): string {
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text
  return text
}

const NUMERALS = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const

function roman(value: number): string {
  if (value > 3999) return ''
  let rest = value
  let text = ''
  for (const [worth, numeral] of NUMERALS) for (; rest >= worth; rest -= worth) text += numeral
  return text
}
