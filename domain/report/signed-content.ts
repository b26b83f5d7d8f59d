/** The three texts of a report that a signature covers. */
export interface SignedParts {
  report_data: string
  conclusion: string
  recommendation: string
}

/** Names the format below, so that it cannot be confused with another one. */
const FORM = 'readroom-report-1'

/**
 * The canonical text whose UTF-8 is hashed at signing and verifying (docs/reports.md): the exact stored texts of
 * description, conclusion and recommendation, each prefixed with its length in characters, so that moving text from
 * one part to the next changes it. Nothing is trimmed or normalised.
 */
export function signedContent({ report_data, conclusion, recommendation }: SignedParts): string {
  return [FORM, ...[report_data, conclusion, recommendation].map((text) => `${text.length}:${text}`)].join(
    '\n',
  )
}

/** Names the format of a signed addendum. */
const ADDENDUM_FORM = 'readroom-addendum-1'

/**
 * The canonical text whose UTF-8 is hashed when an addendum is signed: the hash of the report text that its author
 * saw, then the exact stored markup. So an addendum cannot be presented as one to another text.
 */
export function addendumContent({ seen_hash, content }: { seen_hash: string; content: string }): string {
  return [ADDENDUM_FORM, seen_hash, `${content.length}:${content}`].join('\n')
}
