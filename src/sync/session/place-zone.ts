import { currentSession } from './session-state.ts'

/** The reader's own time zone: of what happens on this device, and where no branch is known. */
export const READER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Returns the time zone in which times of a place are said, wherever the reader sits: the branch's own, or the one that all
 * branches of the person signed in share. The reader's own only where neither is known.
 */
export function placeZone(branchId?: string | null): string {
  const session = currentSession()
  return (branchId && session?.branch_zones?.[branchId]) || session?.time_zone || READER_ZONE
}
