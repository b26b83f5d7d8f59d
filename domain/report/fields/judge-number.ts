import { type NumberField, readDecimal } from './template-field.ts'

/** Where a value lies to its field's normal range. */
export type Verdict = 'below' | 'above' | 'normal'

const BEGINNING = /^\s*(-?\d{1,9}(?:[.,]\d{1,6})?)\s*(.*)$/su
const ONLY_NUMBER = /^\s*[<>≤≥~±]?\s*-?\d{1,9}(?:[.,]\d{1,6})?\s*$/u

/** What is written behind a number that was filled in without its unit; empty where nothing is. */
export const unitBehind = ({ unit }: NumberField, filled: string): string =>
  unit !== '' && ONLY_NUMBER.test(filled) ? ` ${unit}` : ''

/**
 * Judges a filled field by its normal range. Undefined where nothing can be said: no range, no number at the beginning,
 * or another unit behind it than the field's.
 */
export function judgeNumber({ unit, range }: NumberField, filled: string): Verdict | undefined {
  const [, digits, rest = ''] = BEGINNING.exec(filled) ?? []
  if (!range || digits === undefined || !isOfUnit(rest, unit)) return undefined
  const value = readDecimal(digits)
  if (range.low !== undefined && value < range.low) return 'below'
  return range.high !== undefined && value > range.high ? 'above' : 'normal'
}

/** How many letters of a filled field are the value itself: its number, and the field's unit where it stands behind. */
export function valueLength({ unit }: NumberField, filled: string): number {
  const [whole, , rest = ''] = BEGINNING.exec(filled) ?? []
  if (whole === undefined) return 0
  const hasUnit = unit !== '' && rest.toLowerCase().startsWith(unit.toLowerCase())
  return filled.trimEnd().length - rest.trimEnd().length + (hasUnit ? unit.length : 0)
}

/** Nothing stands behind the number, or the unit as a word of its own, whatever follows. */
function isOfUnit(rest: string, unit: string): boolean {
  if (rest.trim() === '') return true
  if (unit === '' || !rest.toLowerCase().startsWith(unit.toLowerCase())) return false
  return !/^[\p{L}\p{N}/^²³]/u.test(rest.slice(unit.length))
}
