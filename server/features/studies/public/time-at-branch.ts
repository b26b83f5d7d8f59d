import type { Selectable } from 'kysely'
import { timeInNewZone } from '#domain/study/dicom/moved-zone.ts'
import { type PlaceableBranch, zoneOfUnplaced } from '#domain/study/dicom/place-study.ts'
import type { DicomHeader } from '#domain/study/dicom/study-header.ts'
import { isZone } from '#domain/time/zones.ts'
import { selectPlaceableBranches } from '#server/features/branches/public/placeable-branches.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Study } from '#server/kernel/database/schema.ts'

type Timed = Pick<Selectable<Study>, 'study_datetime' | 'dicom_header'>

/**
 * Returns the time of a study in the zone of its new branch, if it was read in another zone while the branch was
 * unknown; undefined if it does not change.
 */
export function timeAtBranch(
  { study_datetime, dicom_header }: Timed,
  branches: readonly PlaceableBranch[],
  branch: PlaceableBranch | undefined,
): Date | undefined {
  if (!branch || !isZone(branch.time_zone)) return undefined
  // Earlier versions read these in UTC instead of the client's usual zone.
  const before = [zoneOfUnplaced(branches), 'UTC']
  return timeInNewZone(dicom_header as DicomHeader, study_datetime, { zone: branch.time_zone, before })
}

/** Does the same for a branch id. */
export async function timeAtBranchOf(
  tx: Tx,
  study: Timed & { client_id: string },
  branchId: string,
): Promise<Date | undefined> {
  const branches = await selectPlaceableBranches(tx, study.client_id)
  return timeAtBranch(
    study,
    branches,
    branches.find(({ id }) => id === branchId),
  )
}
