import type { SignedParts } from './signed-content.ts'

/** The lines around a result of an AI company in a report: what it is, and where it ends. */
export const AI_TEXT_MARKS = {
  begin: 'Not written by a doctor.',
  end: 'End of the AI result.',
} as const

/** True while a report still says that a part of it was not written by a doctor. */
export function hasAiText(text: SignedParts): boolean {
  return [text.report_data, text.conclusion, text.recommendation].some((part) =>
    Object.values(AI_TEXT_MARKS).some((mark) => part.includes(mark)),
  )
}
