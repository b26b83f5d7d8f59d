interface ZonedBranch {
  id: string
  /** IANA name; may be empty in a record of before. */
  time_zone: string
}

/**
 * Returns the time zone in which days and times of a place are said: the branch's own, or for all branches the one that
 * they share. `readerZone` only where branches differ, or where the branch is not known.
 */
export function zoneOfPlace(
  branches: readonly ZonedBranch[],
  branchId: string | undefined,
  readerZone: string,
): string {
  if (branchId) return branches.find(({ id }) => id === branchId)?.time_zone || readerZone
  const zones = new Set(branches.map(({ time_zone }) => time_zone))
  const [shared] = zones
  return zones.size === 1 && shared ? shared : readerZone
}
