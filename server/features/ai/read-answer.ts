import { type AiFormat, AiInbound } from '#contract/calls/ai.ts'
import { REPORT_TEXT_MAX } from '#contract/calls/reports.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { cleanImportedHtml } from '#server/integrations/clean-imported-html.ts'
import { fieldsOf, flatInput, invalid } from '#server/kernel/http/read-input.ts'
import { pdfOfBase64 } from '../inbound/pdf-of-base64.ts'

/** A company's validated answer: cleaned markup, or the bytes of a PDF. */
export interface AiAnswer {
  studyUid: string
  critical: boolean
  html: string
  pdf: Buffer | undefined
}

const SAYS_YES: readonly unknown[] = [true, 1, '1', 'true', 'Y']

/** Parses the body of an answer in the company's format; throws and names the field if the body does not match. */
export function readAnswer(body: unknown, format: AiFormat): AiAnswer {
  const parsed = AiInbound.safeParse(flatInput({ params: {}, query: {}, body }))
  if (!parsed.success) throw invalid(fieldsOf(parsed.error.issues))
  const { studyuid, report, critical } = parsed.data
  const common = { studyUid: studyuid, critical: SAYS_YES.includes(critical) }
  if (format === 'Pdf_Base64') return { ...common, html: '', pdf: pdfOfBase64(report) }
  return { ...common, html: htmlOf(report), pdf: undefined }
}

function htmlOf(report: string): string {
  const html = cleanImportedHtml(report)
  if (isEmptyMarkup(html)) throw invalid({ report: 'holds no text' })
  if (html.length > REPORT_TEXT_MAX) throw new Refusal('too_large')
  return html
}
