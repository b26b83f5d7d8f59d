import { hasWords } from './empty-text.ts'
import type { ReportWriter } from './report-writer.ts'

/**
 * Saves the text that is about to be replaced, so that it is in the history (docs/reports.md: cleared text
 * stays). Unlike an autosave, a person's save is never replaced in the queue by the next one.
 */
export async function keepInHistory(writer: ReportWriter): Promise<void> {
  if (hasWords(writer.state().text)) await writer.save('Draft')
}
