import { aiCriticalWithoutTag, aiTextUndecided } from './ai-warnings.ts'
import { criticalWithoutTag } from './critical-words.ts'
import { emptyConclusion } from './empty-conclusion.ts'
import { emptyDescription } from './empty-description.ts'
import { foetalSex } from './foetal-sex.ts'
import { organAgainstSex } from './organ-against-sex.ts'
import { sideDisagrees } from './side-disagrees.ts'
import type { CheckedReport, SignRule, SignWarning } from './sign-warning.ts'
import { unfilledFields } from './unfilled-fields.ts'

const RULES: Record<SignRule, (report: CheckedReport) => SignWarning[]> = {
  foetal_sex: foetalSex,
  side_disagrees: sideDisagrees,
  organ_against_sex: organAgainstSex,
  unfilled_field: unfilledFields,
  empty_description: emptyDescription,
  empty_conclusion: emptyConclusion,
  critical_without_tag: criticalWithoutTag,
  ai_critical_without_tag: aiCriticalWithoutTag,
  ai_text_undecided: aiTextUndecided,
}

/**
 * Warnings to show a doctor before signing, worst first. The rules read English only, except for the sex of a foetus.
 * The text is never changed, and a doctor may sign despite any warning except those that block the signature
 * (`stopsSignature`).
 */
export function checkBeforeSigning(report: CheckedReport): SignWarning[] {
  return Object.values(RULES).flatMap((rule) => rule(report))
}
