/** The three texts of a report that a signature is bound to. */
export interface SignedParts {
  report_data: string
  conclusion: string
  recommendation: string
}

/** Names the form below, so that another form can never be taken for it. */
const FORM = 'readroom-report-1'

/**
 * The canonical text whose UTF-8 is hashed at signing and verifying (docs/reports.md): the exact stored texts of
 * description, conclusion and recommendation, each led by its length in characters, so that no text can be moved from
 * one part to the next without changing it. Nothing is trimmed or normalised.
 */
export function signedContent({ report_data, conclusion, recommendation }: SignedParts): string {
  return [FORM, ...[report_data, conclusion, recommendation].map((text) => `${text.length}:${text}`)].join(
    '\n',
  )
}

/** Names the form of a signed addendum. */
const ADDENDUM_FORM = 'readroom-addendum-1'

/**
 * The canonical text whose UTF-8 is hashed when an addendum is signed: the hash of the report's text that its author
 * saw, then the exact stored markup. So an addendum can never be read as one to another text.
 */
export function addendumContent({ seen_hash, content }: { seen_hash: string; content: string }): string {
  return [ADDENDUM_FORM, seen_hash, `${content.length}:${content}`].join('\n')
}
