import { Refusal } from '#contract/kernel/error-codes.ts'
import type { AnyMaster, MasterScope } from '#contract/masters/engine/define-master.ts'
import { givesRight } from '#contract/masters/engine/gives-right.ts'
import { MAIN_MODULES } from '#domain/access/main-modules.ts'
import { PERMISSIONS } from '#domain/access/permissions.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { type AccessRule, type AccessSession, isStaff } from '#domain/access/rules.ts'
import { accessOf } from '#server/kernel/auth/access-of.ts'
import type { Caller } from '#server/kernel/context.ts'

type Judged = Pick<AnyMaster, 'owner' | 'scope' | 'tiles' | 'access' | 'mayWrite' | 'inClient'>

/**
 * True where the platform's administrator keeps the master for a client that the call named; whether the administrator
 * may act in clients at all was asked on the way in (kernel/http/acting-client.ts).
 */
const actsInClient = ({ inClient }: Judged, { userType, clientId }: Caller) =>
  inClient === true && userType === 'ADMIN' && clientId !== PLATFORM_CLIENT_ID

/** True where the client has what the master belongs to: somebody with every right could open a tile of it. */
function isBought(master: Judged, session: AccessSession): boolean {
  if (master.owner === 'platform') return true
  const everyRight = {
    modules: [...PERMISSIONS],
    is_doctor: 1,
    is_clinic_doctor: 1,
    can_create_branch: 1,
    // Image servers that the platform keeps for the client are named by its branches, and so read.
    pacs_used: 'Self',
  } satisfies Partial<AccessSession>
  return givesRight(master, { ...session, ...everyRight })
}

/** Who holds copies of a scope reads it by the call as well. */
const READERS: Record<MasterScope, AccessRule> = {
  client: isStaff,
  masters: (session) => isStaff(session) && session.modules.includes('manage_masters'),
  people: (session) => isStaff(session) && session.modules.includes('manage_users'),
  none: () => false,
}

const maySessionRead = (master: Judged, session: AccessSession) =>
  givesRight(master, session) || (READERS[master.scope](session) && isBought(master, session))

const maySessionWrite = (master: Judged, session: AccessSession) =>
  givesRight(master, session) && (master.mayWrite?.(session) ?? true)

/** True where the caller may read records of the master, by its list or as copies. */
export function mayRead(master: Judged, caller: Caller): boolean {
  return maySessionRead(master, accessOf(caller))
}

/** Refuses who may not read records of the master. */
export function demandRead(master: Judged, caller: Caller): void {
  demand(master, caller, maySessionRead)
}

/** Refuses who may not write records of the master; those that the platform owns are its own people's. */
export function demandWrite(master: Judged, caller: Caller): void {
  if (master.owner === 'platform' && caller.clientId !== PLATFORM_CLIENT_ID)
    throw new Refusal('not_permitted')
  demand(master, caller, maySessionWrite)
}

// A rule beside the tile is not asked of the platform inside a client: it says what the client may do itself.
// Whoever would be allowed if the client had every main module is told that it is the module.
function demand(
  master: Judged,
  caller: Caller,
  may: (master: Judged, session: AccessSession) => boolean,
): void {
  const session = accessOf(caller)
  if (actsInClient(master, caller) || may(master, session)) return
  const isModuleOff = may(master, { ...session, main_modules: [...MAIN_MODULES] })
  throw new Refusal(isModuleOff ? 'module_off' : 'not_permitted')
}
