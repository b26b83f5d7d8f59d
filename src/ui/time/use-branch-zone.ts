import { useBranches } from '#src/sync/directory/use-directory.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'

/** The time zone of a branch: times of its visits are shown in it, wherever the reader is. */
export function useBranchZone(branchId: string): string {
  return useBranches().find(({ id }) => id === branchId)?.time_zone || branchZone(branchId)
}
