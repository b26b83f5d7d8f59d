import { type PlaceableBranch, tatMinutesOf } from '#domain/study/dicom/place-study.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { ServiceRecord } from './service-store.ts'

/**
 * Returns the target time of a study at this branch in minutes (docs/studies.md, `tat`): that of the linked service
 * or its department, if the branch uses them; the branch's own for an unlinked study.
 */
export async function tatOfStudy(
  tx: Tx,
  study: { client_id: string; branch_id: string | null },
  service?: Pick<ServiceRecord, 'service_tat' | 'department_tat'>,
): Promise<number> {
  const branch = await tx
    .selectFrom('branch')
    .select(['tat_type', 'tat_minutes'])
    .where('client_id', '=', study.client_id)
    .where('id', '=', study.branch_id)
    .executeTakeFirst()
  return tatMinutesOf(
    branch && { ...branch, tat_type: branch.tat_type as PlaceableBranch['tat_type'] },
    service && { serviceMinutes: service.service_tat, departmentMinutes: service.department_tat },
  )
}
