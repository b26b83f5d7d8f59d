import { measuredBefore } from '#domain/report/fields/measured-before.ts'
import type { NumberField } from '#domain/report/fields/template-field.ts'
import { formatDate } from '#domain/time/formats.ts'
import { usePriors } from '#src/sync/priors/use-priors.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'

export interface LastMeasuredProps {
  studyId: string
  field: NumberField
}

/**
 * The value of this measurement in the patient's newest filed report that has it, next to the field that
 * requests it.
 */
export function LastMeasured({ studyId, field }: LastMeasuredProps) {
  const { told } = usePriors(studyId)
  for (const { reports = [], study_datetime } of told?.priors ?? [])
    for (const { report_data, conclusion, recommendation } of reports) {
      const value = measuredBefore(field, [report_data, conclusion, recommendation])
      if (value !== undefined)
        return <span>{WORDS.measuredBefore(formatDate(new Date(study_datetime), branchZone()), value)}</span>
    }
  return null
}
