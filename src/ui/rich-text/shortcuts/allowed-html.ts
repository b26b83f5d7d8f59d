import { parseMarkup } from '#domain/report/markup.ts'
import { cleanPastedHtml } from '../paste/clean-pasted-html.ts'

/** Markup from a master as a report may hold it: unchanged if the rules allow it, else cleaned like a paste. */
export function allowedHtml(html: string): string {
  return parseMarkup(html).ok ? html : cleanPastedHtml(html).html
}
