import { type OpenField, openFields, refuseOpenFields } from '#domain/report/checks/open-fields.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'

/** A signature was stopped by fields of a template that stand open; the first of them is gone to. */
export class OpenFieldsError extends Error {
  override readonly name = 'OpenFieldsError'
  readonly first: OpenField
  constructor(message: string, first: OpenField) {
    super(message)
    this.first = first
  }
}

/** Throws where a field of a template stands open in the text (docs/decisions/343). */
export function demandFilledFields(text: SignedParts): void {
  const fields = openFields(text)
  const [first] = fields
  const refusal = refuseOpenFields(fields)
  if (first && refusal !== undefined) throw new OpenFieldsError(refusal, first)
}
