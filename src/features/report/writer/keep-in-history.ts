import { hasWords } from './empty-text.ts'
import type { ReportWriter } from './report-writer.ts'

/**
 * Saves the words that are about to give way to others, so that they stand in the history (docs/reports.md: cleared
 * text stays). A save by a person is never replaced in the queue by the next one, as an autosave is.
 */
export async function keepInHistory(writer: ReportWriter): Promise<void> {
  if (hasWords(writer.state().text)) await writer.save('Draft')
}
