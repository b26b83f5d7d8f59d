import { useMemo } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { isAiCriticalOpen } from '#domain/study/critical-rules.ts'
import { useFoetalSexBarred } from '#src/parts/form-f/use-foetal-sex-barred.ts'
import type { CheckedFacts } from './live/live-checks.ts'

/** Returns the facts that the check needs besides the text; the same during writing and at the signature. */
export function useCheckedFacts(study: StudyRow): CheckedFacts {
  const isFoetalSexBarred = useFoetalSexBarred(study)
  const isAiCritical = isAiCriticalOpen(study)
  const { pat_sex: sex, tag_critical } = study
  const hasCriticalTag = tag_critical !== ''
  return useMemo(
    () => ({ sex, hasCriticalTag, isAiCritical, isFoetalSexBarred }),
    [sex, hasCriticalTag, isAiCritical, isFoetalSexBarred],
  )
}
