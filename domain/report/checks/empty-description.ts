import { isEmptyMarkup } from '../markup-text.ts'
import type { CheckedReport, SignWarning } from './sign-warning.ts'

/** Warns if the description has no words, whatever the conclusion says. */
export function emptyDescription({ text }: CheckedReport): SignWarning[] {
  return isEmptyMarkup(text.report_data) ? [{ rule: 'empty_description', sentences: [], found: [] }] : []
}
