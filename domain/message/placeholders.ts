/** What a share text may name (docs/masters.md#share-placeholders). */
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

/** A value for each placeholder that is known already; the others stay as they are. */
export type PlaceholderValues = Partial<Record<SharePlaceholder, string>>

// Two signs of percent with capitals between them: "100 %", "5% of 10%" are no placeholders, nor is a letter of an
// address ("%C3%A9").
const PLACEHOLDER = /%([A-Z][A-Z0-9_]{2,})%/g

/**
 * A text with its placeholders filled in, once: what a value holds is never read as a placeholder again. One without a
 * value, known or not, is left visible, so that nothing vanishes unseen; whoever sends asks `unknownPlaceholders`.
 */
export function fillPlaceholders(template: string, values: PlaceholderValues): string {
  return fillNames(template, values)
}

/** A text with the names between its percent signs filled in from `values`, once; one that has no value stays as it is. */
export function fillNames(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}

/** The names that stand between percent signs, each once. */
export function namesIn(template: string): string[] {
  return [...new Set([...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name))]
}

/** Names between percent signs that no value exists for, each once: a text with one of them is not sent. */
export function unknownPlaceholders(template: string): string[] {
  return namesIn(template).filter((name) => !isSharePlaceholder(name))
}

/** Known placeholders that still stand in a text, each once. */
export function openPlaceholders(text: string): SharePlaceholder[] {
  return namesIn(text).filter(isSharePlaceholder)
}

function isSharePlaceholder(name: string): name is SharePlaceholder {
  return (SHARE_PLACEHOLDERS as readonly string[]).includes(name)
}
