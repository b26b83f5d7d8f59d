import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'
import { REPORT_PARTS } from '../templates/insert-template.ts'

/** Three parts of two reports, each with its current and previous text. */
const REMEMBERED = 12

const known = new Map<string, boolean>()

/**
 * Works like isEmptyMarkup with a cache, because it is called at each step of a save: a text of 20 kB is
 * parsed once and not for every button and tab. Caches only the last few texts.
 */
export function isEmptyText(html: string): boolean {
  const before = known.get(html)
  if (before !== undefined) return before
  const isEmpty = isEmptyMarkup(html)
  if (known.size >= REMEMBERED) known.delete(known.keys().next().value ?? '')
  known.set(html, isEmpty)
  return isEmpty
}

/** Returns whether any part of a report has text. */
export const hasWords = (text: SignedParts): boolean => REPORT_PARTS.some((part) => !isEmptyText(text[part]))
