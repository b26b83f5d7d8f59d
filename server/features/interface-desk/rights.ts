import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller } from '#server/kernel/context.ts'

/** Throws unless the caller is a client administrator: the desk shows patient numbers of all branches. */
export function demandDesk({ userType, isClientAdmin }: Caller): void {
  if (userType !== 'CLIENT' || !isClientAdmin) throw new Refusal('not_permitted')
}

/** Throws unless the caller may use the desk and see patients: message contents name patients. */
export function demandContent(caller: Caller): void {
  demandDesk(caller)
  if (!caller.permissions.has('view_patient_portal_patients')) throw new Refusal('not_permitted')
}
