import { type OpenField, openFields, refuseOpenFields } from '#domain/report/checks/open-fields.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'

/** Thrown if open template fields stop a signature; the editor then goes to the first of them. */
export class OpenFieldsError extends Error {
  override readonly name = 'OpenFieldsError'
  readonly first: OpenField
  constructor(message: string, first: OpenField) {
    super(message)
    this.first = first
  }
}

/** Throws if the text has an open template field (docs/decisions/343). */
export function demandFilledFields(text: SignedParts): void {
  const fields = openFields(text)
  const [first] = fields
  const refusal = refuseOpenFields(fields)
  if (first && refusal !== undefined) throw new OpenFieldsError(refusal, first)
}
