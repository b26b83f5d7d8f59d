import { isZone } from '#domain/time/zones.ts'
import { isSameAet } from './ae-title.ts'

/** The part of a branch that decides where a study belongs and how fast it must be signed. */
export interface PlaceableBranch {
  id: string
  time_zone: string
  aet_sources: readonly string[]
  pacs_id: string | null
  tat_type: 'Fixed' | 'Service' | 'Department'
  tat_minutes: number
}

/** Allowed minutes of the study's service and department, if known. */
export interface TatSources {
  serviceMinutes?: number
  departmentMinutes?: number
}

/** Allowed minutes if nothing else sets them. */
export const DEFAULT_TAT_MINUTES = 240

/**
 * The branch of an arriving study (docs/studies.md): the one whose sources hold its AE title; else the pacs's, when
 * exactly one branch names that pacs; else undefined: unassigned, visible to client administrators. An AE title that
 * two branches claim is ignored.
 */
export function findBranchOfStudy<Branch extends Pick<PlaceableBranch, 'aet_sources' | 'pacs_id'>>(
  study: { src_aet: string; pacs_id: string },
  branches: readonly Branch[],
): Branch | undefined {
  const named = branches.filter((branch) =>
    branch.aet_sources.some((aet) => aet.trim() !== '' && isSameAet(aet, study.src_aet)),
  )
  if (named.length > 0) return named.length === 1 ? named[0] : undefined
  const ofPacs = branches.filter((branch) => branch.pacs_id === study.pacs_id)
  return ofPacs.length === 1 ? ofPacs[0] : undefined
}

/**
 * Allowed minutes of a study by its branch's tat_type: the branch's Fixed minutes, or those of the service, or of
 * the department; if these are unknown, the branch's own, and if there are none, DEFAULT_TAT_MINUTES.
 */
export function tatMinutesOf(
  branch: Pick<PlaceableBranch, 'tat_type' | 'tat_minutes'> | undefined,
  sources: TatSources = {},
): number {
  const wanted = {
    Fixed: branch?.tat_minutes,
    Service: sources.serviceMinutes,
    Department: sources.departmentMinutes,
  }[branch?.tat_type ?? 'Fixed']
  return wanted || branch?.tat_minutes || DEFAULT_TAT_MINUTES
}

/**
 * The zone in which a study is read while its branch is unknown: that of most branches of the client, in a tie the
 * first of them; UTC for a client without branches.
 */
export function zoneOfUnplaced(branches: readonly Pick<PlaceableBranch, 'time_zone'>[]): string {
  const zones = branches.map((branch) => branch.time_zone).filter(isZone)
  const count = (zone: string) => zones.filter((one) => one === zone).length
  return zones.reduce((best, zone) => (count(zone) > count(best) ? zone : best), zones[0] ?? 'UTC')
}
