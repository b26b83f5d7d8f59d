import type { TemplateItem } from '#contract/calls/directory.ts'
import { fieldsInMarkup } from '#domain/report/fields/find-fields.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'

/** The three texts of a report, in page order. */
export const REPORT_PARTS = [
  'report_data',
  'conclusion',
  'recommendation',
] as const satisfies readonly (keyof SignedParts)[]
export type ReportPart = (typeof REPORT_PARTS)[number]

/** How a template is inserted into a text that is not empty. */
export type InsertMode = 'replace' | 'below'

type TemplateText = Pick<TemplateItem, ReportPart>

/** Returns true if inserting would change existing text; then the person is asked first. */
export function wouldTouchText(text: SignedParts, template: TemplateText): boolean {
  return REPORT_PARTS.some((part) => !isEmptyMarkup(template[part]) && !isEmptyMarkup(text[part]))
}

/** Returns the text with the template inserted. Parts that are empty in the template stay unchanged. */
export function withTemplate(text: SignedParts, template: TemplateText, mode: InsertMode): SignedParts {
  const next = { ...text }
  for (const part of REPORT_PARTS) {
    if (isEmptyMarkup(template[part])) continue
    const isKept = mode === 'below' && !isEmptyMarkup(text[part])
    next[part] = isKept ? text[part] + template[part] : template[part]
  }
  return next
}

/** An open field of a template, by its index among those of its part. */
export interface FieldOfPart {
  part: ReportPart
  at: number
}

/** Returns the first open field of the inserted template; undefined if it has none. */
export function firstField(
  text: SignedParts,
  template: TemplateText,
  mode: InsertMode,
): FieldOfPart | undefined {
  const part = REPORT_PARTS.find((one) => fieldsInMarkup(template[one]).length > 0)
  if (!part) return undefined
  return { part, at: mode === 'below' ? fieldsInMarkup(text[part]).length : 0 }
}

/** Returns the next or previous part with an open field. */
export function partWithFields(
  text: SignedParts,
  from: ReportPart,
  direction: 'next' | 'previous',
): ReportPart | undefined {
  const at = REPORT_PARTS.indexOf(from)
  const others = direction === 'next' ? REPORT_PARTS.slice(at + 1) : REPORT_PARTS.slice(0, at).toReversed()
  return others.find((part) => fieldsInMarkup(text[part]).length > 0)
}
