import { currentSession, sessionZone } from './session-state.ts'

export { READER_ZONE } from './session-state.ts'

/**
 * Returns the time zone in which times of a place are said, wherever the reader sits: the branch's own, or the one that all
 * branches of the person signed in share. The reader's own only where neither is known.
 */
export function placeZone(branchId?: string | null): string {
  return (branchId && currentSession()?.branch_zones?.[branchId]) || sessionZone()
}
