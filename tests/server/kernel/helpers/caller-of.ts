import { MAIN_MODULES } from '#domain/access/main-modules.ts'
import type { Caller } from '#server/kernel/context.ts'

/** Returns a caller at the desk of these branches. */
export const callerOf = (clientId: string, branchIds: readonly string[]): Caller => ({
  clientId,
  userId: crypto.randomUUID(),
  sessionId: crypto.randomUUID(),
  deviceId: undefined,
  name: 'Desk',
  userType: 'CLIENT',
  permissions: new Set(['appointments']),
  branchIds: [...branchIds],
  isClientAdmin: false,
  isDoctor: false,
  isClinicDoctor: false,
  isRefDoctor: false,
  canSign: false,
  canCreateBranch: false,
  mainModules: new Set(MAIN_MODULES),
  pacsUsed: 'Self',
  salesReport: 'All',
  salesInvoice: 'All',
  timeZone: 'UTC',
})
