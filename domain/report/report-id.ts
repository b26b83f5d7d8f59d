/** A study has at most five reports, by these numbers. */
export const REPORT_NUMBERS = [1, 2, 3, 4, 5] as const

const MIX = 0x9e3779b97f4an

/**
 * The id of report `reportNo` (1 to 5) of a study: a UUIDv8 derived from the study's UUID (docs/sync.md#identity),
 * so if two offline doctors begin report 1 of one study, the result is a conflict instead of two reports.
 * Different numbers of one study, and the same number of two studies with UUIDv7 ids, never collide.
 */
export function reportIdOf(studyId: string, reportNo: number): string {
  const [low, mid, high, variant, node] = studyId.toLowerCase().split('-')
  const mixed = (BigInt(`0x${node}`) ^ (MIX * BigInt(reportNo))) & 0xffffffffffffn
  return `${low}-${mid}-8${high?.slice(1)}-${variant}-${mixed.toString(16).padStart(12, '0')}`
}
