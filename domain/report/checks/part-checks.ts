import { AI_TEXT_MARKS } from '../ai-text-marks.ts'
import { fieldsInMarkup } from '../fields/find-fields.ts'
import { isEmptyMarkup } from '../markup-text.ts'
import { checkBeforeSigning } from './check-before-signing.ts'
import { CHECKED_PARTS, type CheckedPart, type CheckedReport, type SignWarning } from './sign-warning.ts'

/** What is shown beside one part of a report while it is written. */
export interface PartChecks {
  /** The names of the open fields in the part, in order. */
  openFields: readonly string[]
  warnings: readonly SignWarning[]
}

/**
 * The warnings and blockers of the check before signing, each beside the part that it concerns. A warning about several
 * parts appears once, beside the last of them. A report without words has no warnings: nobody has begun it.
 */
export function partChecks(report: CheckedReport): Record<CheckedPart, PartChecks> {
  const { text } = report
  const isBegun = CHECKED_PARTS.some((part) => !isEmptyMarkup(text[part]))
  const warnings = isBegun ? checkBeforeSigning(report) : []
  const of = (part: CheckedPart): PartChecks => ({
    openFields: fieldsInMarkup(text[part]).map(({ label }) => label),
    warnings: warnings.filter((warning) => partOf(warning, report) === part),
  })
  return {
    report_data: of('report_data'),
    conclusion: of('conclusion'),
    recommendation: of('recommendation'),
  }
}

function partOf({ rule, sentences }: SignWarning, { text }: CheckedReport): CheckedPart {
  const last = sentences.at(-1)
  if (last) return last.part
  if (rule === 'empty_conclusion') return 'conclusion'
  const holdsAiText = (part: CheckedPart) =>
    Object.values(AI_TEXT_MARKS).some((mark) => text[part].includes(mark))
  if (rule === 'ai_text_undecided') return CHECKED_PARTS.find(holdsAiText) ?? 'report_data'
  return 'report_data'
}
