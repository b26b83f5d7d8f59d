import type { ReportRow } from '#contract/calls/reports.ts'
import { AI_TEXT_MARKS } from '#domain/report/ai-text-marks.ts'
import { encodeText } from '#domain/report/markup-entities.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { formatDateTime } from '#domain/time/formats.ts'

/** An AI result as it is inserted into a report. */
export interface AiText {
  company: string
  receivedOn: Date
  /** Cleaned markup; empty if the result is a PDF. */
  html: string
  /** Time zone of the person who accepts the result. */
  zone: string
}

/**
 * Wraps the result in two marker lines, so that neither the signing doctor nor a reader of the history takes it for a
 * doctor's words (docs/reports.md: marked as AI text). A PDF is only named, not copied.
 */
export function markedAiText({ company, receivedOn, html, zone }: AiText): string {
  const source = encodeText(`AI result of ${company}, received ${formatDateTime(receivedOn, zone)}`)
  if (html === '') return `<p><strong>${source}: a PDF that stands with the study.</strong></p>${PLAIN}`
  return `<p><strong>${source}. ${AI_TEXT_MARKS.begin}</strong></p>${html}<p><strong>${AI_TEXT_MARKS.end}</strong></p>${PLAIN}`
}

// Typing after the result starts in this plain paragraph, not in the bold of the closing line.
const PLAIN = '<p></p>'

type Text = Pick<ReportRow, 'report_data' | 'conclusion' | 'recommendation'>

/** Replaces the report text with the result. */
export const transferred = (marked: string): Text => ({
  report_data: marked,
  conclusion: '',
  recommendation: '',
})

/** Appends the result to the report text. */
export function appended(before: Text, marked: string): Text {
  const own = isEmptyMarkup(before.report_data) ? '' : before.report_data
  return { ...before, report_data: own + marked }
}
