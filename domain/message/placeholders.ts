/** What a share text may name (spec 2 section 3 "Share content placeholders"). */
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

// Two signs of percent with capitals between them: "100 %", "5% of 10%" are no placeholders.
const PLACEHOLDER = /%([A-Z][A-Z0-9_]*)%/g

/**
 * A text with its placeholders filled in, once: what a value holds is never read as a placeholder again. One without a
 * value, known or not, is left visible, so that nothing vanishes unseen; whoever sends asks `unknownPlaceholders`.
 */
export function fillPlaceholders(template: string, values: PlaceholderValues): string {
  return template.replace(PLACEHOLDER, (whole, name: string) =>
    isSharePlaceholder(name) ? (values[name] ?? whole) : whole,
  )
}

/** Names between percent signs that no value exists for, each once: a text with one of them is not sent. */
export function unknownPlaceholders(template: string): string[] {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  return [...new Set(names.filter((name) => !isSharePlaceholder(name)))]
}

/** Known placeholders that still stand in a text, each once. */
export function openPlaceholders(text: string): SharePlaceholder[] {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  return [...new Set(names.filter(isSharePlaceholder))]
}

function isSharePlaceholder(name: string): name is SharePlaceholder {
  return (SHARE_PLACEHOLDERS as readonly string[]).includes(name)
}
