import { isEmptyMarkup } from '../markup-text.ts'
import { wordsOfPart } from './sentences.ts'
import type { CheckedReport, SignWarning } from './sign-warning.ts'

/** A conclusion written at the end of the description, under its own heading. */
const UNDER_HEADING = /^\s*(?:impression|conclusion|opinion|summary)s?\s*(?:[:\-–]\s*(\S.*)?)?$/i

/** The report has no conclusion: neither in its own part nor under such a heading in the description. */
export function emptyConclusion({ text }: CheckedReport): SignWarning[] {
  if (!isEmptyMarkup(text.conclusion) || concludesInside(text.report_data)) return []
  return [{ rule: 'empty_conclusion', sentences: [], found: [] }]
}

function concludesInside(description: string): boolean {
  const lines = wordsOfPart(description)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.some((line, at) => {
    const heading = UNDER_HEADING.exec(line)
    return heading !== null && (heading[1] !== undefined || at < lines.length - 1)
  })
}
