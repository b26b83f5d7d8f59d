import type { StudyRow } from '#contract/calls/studies.ts'
import { isObstetricStudy } from '#domain/pndt/obstetric-study.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'

/**
 * Returns true if no report of the study may state the sex of a foetus (docs/form-f.md#reports); uses only
 * this device's data.
 */
export function useFoetalSexBarred(study: StudyRow): boolean {
  const { branch_id, modality, study_desc, pat_sex, is_obstetric } = study
  const branch = useBranches().find(({ id }) => id === branch_id)
  return (
    branch?.pndt_applies === 1 &&
    isObstetricStudy({ modality, study_desc, pat_sex, isServiceObstetric: is_obstetric === 1 })
  )
}
