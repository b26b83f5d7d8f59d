import { encodeText } from './markup-entities.ts'

/** Study values that are filled in when a template is inserted into a report. */
export const TEMPLATE_PLACEHOLDERS = [
  'PATIENT_NAME',
  'PATIENT_ID',
  'AGE',
  'GENDER',
  'STUDY_DESCRIPTION',
  'STUDY_DATE',
  'ACCESSION_NO',
  'REFERRED_BY',
  'BRANCH_NAME',
] as const
export type TemplatePlaceholder = (typeof TEMPLATE_PLACEHOLDERS)[number]
export type TemplateValues = Readonly<Record<TemplatePlaceholder, string>>

/** Blanks of a template; the doctor is warned about them before signing (checks/unfilled-fields.ts). */
export const TEMPLATE_BLANKS = ['___', '[ ]', '[left/right]', '[normal/abnormal]'] as const

/** Fields that the report steps through, one of each kind (fields/template-field.ts). */
export const TEMPLATE_FIELDS = ['[[Remark]]', '[[Side: left | right]]', '[[Size: number mm 3..11]]'] as const

const PLACEHOLDER = new RegExp(`%(${TEMPLATE_PLACEHOLDERS.join('|')})%`, 'g')

/**
 * The markup with placeholders replaced by the study's values. Unknown values leave the placeholder as it is, so that
 * the check before signing names it.
 */
export function fillTemplate(html: string, values: TemplateValues): string {
  return html.replace(PLACEHOLDER, (whole, name: TemplatePlaceholder) => encodeText(values[name]) || whole)
}
