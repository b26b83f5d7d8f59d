import type { Caller } from '#server/kernel/context.ts'

/** Returns a caller for the holder of a link, who belongs to one client and has no rights. */
export function readerOf(clientId: string, linkId: string): Caller {
  return {
    clientId,
    userId: linkId,
    sessionId: linkId,
    deviceId: undefined,
    name: '',
    userType: 'PATIENT',
    permissions: new Set(),
    branchIds: [],
    isClientAdmin: false,
    isDoctor: false,
    isClinicDoctor: false,
    isRefDoctor: false,
    canSign: false,
    canCreateBranch: false,
    mainModules: new Set(),
    pacsUsed: 'Self',
    salesReport: 'All',
    salesInvoice: 'All',
    timeZone: 'UTC',
  }
}
