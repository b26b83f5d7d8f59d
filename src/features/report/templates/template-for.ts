import type { TemplateItem } from '#contract/calls/directory.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { fillTemplate, type TemplateValues } from '#domain/report/template-placeholders.ts'
import { formatDate } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { REPORT_PARTS } from './insert-template.ts'

/** Returns the template with its placeholders replaced by the study's values (docs/masters.md#texts). */
export function templateFor(study: StudyRow, template: TemplateItem): TemplateItem {
  const values = valuesOf(study)
  const filled = { ...template }
  for (const part of REPORT_PARTS) filled[part] = fillTemplate(template[part], values)
  return filled
}

const valuesOf = (study: StudyRow): TemplateValues => ({
  PATIENT_NAME: study.pat_name,
  PATIENT_ID: study.pat_id,
  AGE: study.pat_age,
  GENDER: study.pat_sex,
  STUDY_DESCRIPTION: study.study_desc,
  STUDY_DATE:
    study.study_datetime === null
      ? ''
      : formatDate(new Date(study.study_datetime), branchZone(study.branch_id)),
  ACCESSION_NO: study.accession_no,
  REFERRED_BY: study.ref_physician,
  BRANCH_NAME: study.branch,
})
