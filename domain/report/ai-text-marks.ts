import { INLINE_TAGS } from './markup-node.ts'
import type { SignedParts } from './signed-content.ts'

/** The lines around a result of an AI company in a report: what it is, and where it ends. */
export const AI_TEXT_MARKS = {
  begin: 'Not written by a doctor.',
  end: 'End of the AI result.',
} as const

const INLINE: ReadonlySet<string> = new Set(INLINE_TAGS)

/** True while a text holds one of the marks within one line, whatever marks of letters (bold, colour) part its letters. */
export function holdsAiMark(html: string): boolean {
  return hasMark(
    html
      .replace(/[\t\r\n]/g, ' ')
      .replace(/<\/?([a-z0-9]*)[^>]*>/gi, (_, tag: string) => (INLINE.has(tag.toLowerCase()) ? '' : '\n')),
  )
}

/** True while plain words hold one of the marks within one line. */
export const hasMark = (words: string) => Object.values(AI_TEXT_MARKS).some((mark) => words.includes(mark))

/** True while a report still says that a part of it was not written by a doctor. */
export function hasAiText(text: SignedParts): boolean {
  return [text.report_data, text.conclusion, text.recommendation].some(holdsAiMark)
}
