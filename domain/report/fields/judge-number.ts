import { type NumberField, readDecimal } from './template-field.ts'

/** How a value compares to its field's normal range. */
export type Verdict = 'below' | 'above' | 'normal'

const BEGINNING = /^\s*(-?\d{1,9}(?:[.,]\d{1,6})?)\s*(.*)$/su
const ONLY_NUMBER = /^\s*[<>≤≥~±]?\s*-?\d{1,9}(?:[.,]\d{1,6})?\s*$/u

/** The unit to append to a number that was filled in without it; empty if there is none to append. */
export const unitBehind = ({ unit }: NumberField, filled: string): string =>
  unit !== '' && ONLY_NUMBER.test(filled) ? ` ${unit}` : ''

/**
 * Judges a filled field by its normal range. Undefined if no judgement is possible: no range, no number at the start,
 * or a unit other than the field's.
 */
export function judgeNumber({ unit, range }: NumberField, filled: string): Verdict | undefined {
  const [, digits, rest = ''] = BEGINNING.exec(filled) ?? []
  if (!range || digits === undefined || !isOfUnit(rest, unit)) return undefined
  const value = readDecimal(digits)
  if (range.low !== undefined && value < range.low) return 'below'
  return range.high !== undefined && value > range.high ? 'above' : 'normal'
}

/** How many letters of a filled field are the value: its number, and the field's unit if it follows. */
export function valueLength({ unit }: NumberField, filled: string): number {
  const [whole, , rest = ''] = BEGINNING.exec(filled) ?? []
  if (whole === undefined) return 0
  const hasUnit = unit !== '' && rest.toLowerCase().startsWith(unit.toLowerCase())
  return filled.trimEnd().length - rest.trimEnd().length + (hasUnit ? unit.length : 0)
}

/** True if nothing follows the number, or the unit as a separate word, whatever comes after. */
function isOfUnit(rest: string, unit: string): boolean {
  if (rest.trim() === '') return true
  if (unit === '' || !rest.toLowerCase().startsWith(unit.toLowerCase())) return false
  return !/^[\p{L}\p{N}/^²³]/u.test(rest.slice(unit.length))
}
