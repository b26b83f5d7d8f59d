import { fieldsInMarkup } from '../fields/find-fields.ts'
import type { SignedParts } from '../signed-content.ts'
import { CHECKED_PARTS, type CheckedPart } from './sign-warning.ts'

/** A field of a template that nobody filled in. */
export interface OpenField {
  part: CheckedPart
  label: string
}

/** The open fields of a report, in the order of its parts. */
export const openFields = (text: SignedParts): OpenField[] =>
  CHECKED_PARTS.flatMap((part) => fieldsInMarkup(text[part]).map(({ label }) => ({ part, label })))

/**
 * Why a text cannot be signed: it has open template fields, each named once. Undefined if there are none. Unlike the
 * warnings of the check before signing, nobody can sign over this one.
 */
export function refuseOpenFields(fields: readonly Pick<OpenField, 'label'>[]): string | undefined {
  if (fields.length === 0) return undefined
  const labels = [...new Set(fields.map(({ label }) => label))]
  return `Fill these fields before signing: ${labels.join(', ')}.`
}
