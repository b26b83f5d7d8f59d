import type { ReportRow } from '#contract/calls/reports.ts'
import { AI_TEXT_MARKS } from '#domain/report/ai-text-marks.ts'
import { encodeText } from '#domain/report/markup-entities.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { formatDateTime } from '#domain/time/formats.ts'

/** A result as a report takes it over. */
export interface AiText {
  company: string
  receivedOn: Date
  /** Cleaned markup; empty where the result is a PDF. */
  html: string
  /** The zone of whoever accepts. */
  zone: string
}

/**
 * The result between two lines that say what it is, so that neither the doctor who signs nor a reader of the history
 * takes it for a doctor's words (docs/reports.md: marked as AI text). A PDF is named, not copied.
 */
export function markedAiText({ company, receivedOn, html, zone }: AiText): string {
  const source = encodeText(`AI result of ${company}, received ${formatDateTime(receivedOn, zone)}`)
  if (html === '') return `<p><strong>${source}: a PDF that stands with the study.</strong></p>${PLAIN}`
  return `<p><strong>${source}. ${AI_TEXT_MARKS.begin}</strong></p>${html}<p><strong>${AI_TEXT_MARKS.end}</strong></p>${PLAIN}`
}

// What is typed after the result begins here, and not in the bold of its last line.
const PLAIN = '<p></p>'

type Text = Pick<ReportRow, 'report_data' | 'conclusion' | 'recommendation'>

/** The result in the place of the text. */
export const transferred = (marked: string): Text => ({
  report_data: marked,
  conclusion: '',
  recommendation: '',
})

/** The result below the text. */
export function appended(before: Text, marked: string): Text {
  const own = isEmptyMarkup(before.report_data) ? '' : before.report_data
  return { ...before, report_data: own + marked }
}
