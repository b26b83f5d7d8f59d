import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller } from '#server/kernel/context.ts'

/** The desk shows the numbers of patients of all branches: it is a client administrator's. */
export function demandDesk({ userType, isClientAdmin }: Caller): void {
  if (userType !== 'CLIENT' || !isClientAdmin) throw new Refusal('not_permitted')
}

/** What travelled names patients, with everything else that a system sends of them: it asks for the patients right too. */
export function demandContent(caller: Caller): void {
  demandDesk(caller)
  if (!caller.permissions.has('view_patient_portal_patients')) throw new Refusal('not_permitted')
}
