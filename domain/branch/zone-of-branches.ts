interface ZonedBranch {
  id: string
  /** IANA name; may be empty in old records. */
  time_zone: string
}

/**
 * Returns the time zone for days and times of a place: the branch's own, or for all branches the one that they share.
 * `readerZone` only if branches differ, or if the branch is unknown.
 */
export function zoneOfBranches(
  branches: readonly ZonedBranch[],
  branchId: string | undefined,
  readerZone: string,
): string {
  if (branchId) return branches.find(({ id }) => id === branchId)?.time_zone || readerZone
  const zones = new Set(branches.map(({ time_zone }) => time_zone))
  const [shared] = zones
  return zones.size === 1 && shared ? shared : readerZone
}
