import { createHash } from 'node:crypto'
import type { Caller } from '#server/kernel/context.ts'

const BYTES = 12

/**
 * Returns a short hash of all the caller's rights that a session shows. It changes with the role, the
 * branches, the client's main modules and the person's own flags; a device that sees a different one fetches
 * its session again.
 */
export function rightsMarkOf(caller: Caller): string {
  const {
    userType,
    isClientAdmin,
    isDoctor,
    isClinicDoctor,
    isRefDoctor,
    canSign,
    canCreateBranch,
    pacsUsed,
  } = caller
  const flags = [
    userType,
    isClientAdmin,
    isDoctor,
    isClinicDoctor,
    isRefDoctor,
    canSign,
    canCreateBranch,
    pacsUsed,
  ]
  const lists = [caller.permissions, caller.mainModules, caller.branchIds].map((list) => [...list].sort())
  const text = JSON.stringify([flags, lists])
  return createHash('sha256').update(text).digest().subarray(0, BYTES).toString('base64url')
}
