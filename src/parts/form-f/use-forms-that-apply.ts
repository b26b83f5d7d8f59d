import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { ConsentFormRecord } from '#contract/masters/consent-form.ts'
import { formFPartOf, isSectionC } from '#domain/pndt/form-f.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'

/**
 * Returns the forms of a visit. Includes Form F only for an obstetric service at a branch where it applies,
 * and its section C only for an invasive one.
 */
export function useFormsThatApply(
  forms: readonly ConsentFormRecord[],
  { branch_id, services }: Pick<VisitRow, 'branch_id' | 'services'>,
): readonly ConsentFormRecord[] {
  const applies = useBranches().find(({ id }) => id === branch_id)?.pndt_applies === 1
  const { rows } = useMasters('service', {}, applies)
  const booked = new Set(
    services.filter(({ status }) => isLiveService(status)).map(({ service_id }) => service_id),
  )
  const obstetric = rows.filter(({ id, is_obstetric }) => is_obstetric === 1 && booked.has(id))
  const isWanted = applies && obstetric.length > 0
  const isInvasive = obstetric.some(({ is_invasive }) => is_invasive === 1)
  return forms.filter(({ id }) => {
    const part = formFPartOf(id)
    return part === undefined || (isWanted && (isInvasive || !isSectionC(part)))
  })
}
