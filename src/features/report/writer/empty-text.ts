import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'
import { REPORT_PARTS } from '../templates/insert-template.ts'

/** Three parts of two reports, now and before. */
const REMEMBERED = 12

const known = new Map<string, boolean>()

/**
 * isEmptyMarkup for what is asked at each step of a save: a text of 20 kB is read once and not by every button and tab
 * that wants to know. Only the last few texts are remembered.
 */
export function isEmptyText(html: string): boolean {
  const before = known.get(html)
  if (before !== undefined) return before
  const isEmpty = isEmptyMarkup(html)
  if (known.size >= REMEMBERED) known.delete(known.keys().next().value ?? '')
  known.set(html, isEmpty)
  return isEmpty
}

/** Whether any part of a report says something. */
export const hasWords = (text: SignedParts): boolean => REPORT_PARTS.some((part) => !isEmptyText(text[part]))
