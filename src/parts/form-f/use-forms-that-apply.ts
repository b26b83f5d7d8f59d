import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { ConsentFormRecord } from '#contract/masters/consent-form.ts'
import { formFPartOf } from '#domain/pndt/form-f.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'

/** The forms of a visit: Form F among them only for an obstetric service at a branch where it applies. */
export function useFormsThatApply(
  forms: readonly ConsentFormRecord[],
  { branch_id, services }: Pick<VisitRow, 'branch_id' | 'services'>,
): readonly ConsentFormRecord[] {
  const applies = useBranches().find(({ id }) => id === branch_id)?.pndt_applies === 1
  const { rows } = useMasters('service', {}, applies)
  const obstetric = new Set(rows.filter(({ is_obstetric }) => is_obstetric === 1).map(({ id }) => id))
  const isWanted =
    applies &&
    services.some(({ service_id, status }) => isLiveService(status) && obstetric.has(service_id ?? ''))
  return isWanted ? forms : forms.filter(({ id }) => formFPartOf(id) === undefined)
}
