import { currentSession, sessionZone } from './session-state.ts'

export { READER_ZONE } from './session-state.ts'

/**
 * Returns the time zone for times at a place, wherever the reader is: the branch's own, or the one that all branches of
 * the signed-in user share. Falls back to the reader's own if neither is known.
 */
export function branchZone(branchId?: string | null): string {
  return (branchId && currentSession()?.branch_zones?.[branchId]) || sessionZone()
}
