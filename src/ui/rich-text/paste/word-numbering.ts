import type { ListNumbering } from '#domain/report/markup-node.ts'

/** What a list paragraph's marker says about its list. */
export type ListMarker = { kind: 'bullet' } | { kind: 'number'; numbering: ListNumbering; value: number }

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 }

function romanValue(letters: string): number {
  const values = Array.from(letters, (letter) => ROMAN[letter] ?? 0)
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0)
}

const alphaValue = (letter: string) => letter.charCodeAt(0) - 'a'.charCodeAt(0) + 1

/**
 * Parses a marker as Word writes it: `1.`, `a)`, `(iv)`, `2.3.`, `·`, `o`. A lone `i` counts as roman, since lists of
 * letters almost never begin with it; several letters are roman too. Anything else is a bullet.
 */
export function readMarker(marker: string): ListMarker {
  const text = marker.replace(/[\s\u00a0]+/g, '')
  const [, digits, letters] = /^\(?(?:(?:\d+\.)*(\d{1,5})|([a-z]{1,8}))[.)]$/i.exec(text) ?? []
  if (digits !== undefined) return { kind: 'number', numbering: '1', value: Number(digits) }
  if (letters === undefined) return { kind: 'bullet' }
  const lower = letters.toLowerCase()
  const isUpper = lower !== letters
  if (/^[ivxlcdm]+$/.test(lower) && (lower === 'i' || lower.length > 1))
    return { kind: 'number', numbering: isUpper ? 'I' : 'i', value: romanValue(lower) }
  if (lower.length > 1) return { kind: 'bullet' }
  return { kind: 'number', numbering: isUpper ? 'A' : 'a', value: alphaValue(lower) }
}
