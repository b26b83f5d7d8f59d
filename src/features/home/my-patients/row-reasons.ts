import type { ReferredStudy } from '#contract/calls/patients.ts'
import { hasVerified } from '#domain/report/filed.ts'
import { MY_PATIENTS_WORDS as WORDS } from './words.ts'

/** Returns why the images of a row cannot be opened now; undefined if they can. */
export function viewerReason(row: ReferredStudy, isOnline: boolean): string | undefined {
  if (row.study_id === null) return WORDS.noImages
  if (row.is_unpaid === 1) return WORDS.unpaid
  if (row.viewer_url === '') return WORDS.noViewer
  return isOnline ? undefined : WORDS.offline
}

/** Returns why the report of a row cannot be read now; only verified reports can (docs/people.md#my-patients). */
export function reportReason(row: ReferredStudy, isOnline: boolean): string | undefined {
  if (!hasVerified(row)) return WORDS.notVerified
  if (row.is_unpaid === 1) return WORDS.unpaid
  return isOnline ? undefined : WORDS.offline
}
