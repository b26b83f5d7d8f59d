/** Placeholders of a share text (docs/masters.md#share-placeholders). */
export const SHARE_PLACEHOLDERS = [
  'PATIENT_NAME',
  'STUDY_DESCRIPTION',
  'VIEWER_URL',
  'REPORT_URL',
  'LOGIN_URL',
  'USERNAME',
  'PASSWORD',
] as const
export type SharePlaceholder = (typeof SHARE_PLACEHOLDERS)[number]

/** Values of known placeholders; the others stay as they are. */
export type PlaceholderValues = Partial<Record<SharePlaceholder, string>>

// Capitals between two percent signs: "100 %" and "5% of 10%" are not placeholders, nor is an escaped letter of an
// address ("%C3%A9").
const PLACEHOLDER = /%([A-Z][A-Z0-9_]{2,})%/g

/**
 * Fills in a text's placeholders, once: values are never scanned for placeholders. A placeholder without a
 * value, known or not, stays visible, so that nothing vanishes unseen; senders check `unknownPlaceholders`.
 */
export function fillPlaceholders(template: string, values: PlaceholderValues): string {
  return fillNames(template, values)
}

/** A text with the names between percent signs replaced from `values`, once; names without a value stay. */
export function fillNames(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}

/** The distinct names between percent signs. */
export function namesIn(template: string): string[] {
  return [...new Set([...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name))]
}

/** Distinct names between percent signs that have no value: a text with one of them is not sent. */
export function unknownPlaceholders(template: string): string[] {
  return namesIn(template).filter((name) => !isSharePlaceholder(name))
}

/** Known placeholders still present in a text, each once. */
export function openPlaceholders(text: string): SharePlaceholder[] {
  return namesIn(text).filter(isSharePlaceholder)
}

function isSharePlaceholder(name: string): name is SharePlaceholder {
  return (SHARE_PLACEHOLDERS as readonly string[]).includes(name)
}
