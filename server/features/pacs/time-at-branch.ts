import { timeInNewZone } from '#domain/study/moved-zone.ts'
import { type PlaceableBranch, zoneOfUnplaced } from '#domain/study/place-study.ts'
import type { DicomHeader } from '#domain/study/study-header.ts'
import { isZone } from '#domain/time/zones.ts'
import type { Tx } from '#server/kernel/context.ts'
import { type StoredStudy, selectPlaceableBranches } from './store.ts'

type Timed = Pick<StoredStudy, 'study_datetime' | 'dicom_header'>

/**
 * The time of a study in the zone of the branch that it comes to, where it was read in another while its branch was not known;
 * undefined where it stays.
 */
export function timeAtBranch(
  { study_datetime, dicom_header }: Timed,
  branches: readonly PlaceableBranch[],
  branch: PlaceableBranch | undefined,
): Date | undefined {
  if (!branch || !isZone(branch.time_zone)) return undefined
  // Before the client's usual zone was taken for these they were read in UTC.
  const before = [zoneOfUnplaced(branches), 'UTC']
  return timeInNewZone(dicom_header as DicomHeader, study_datetime, { zone: branch.time_zone, before })
}

/** The same for a branch by its id. */
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
