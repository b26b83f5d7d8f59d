/**
 * Which of a client's people must have a passkey: nobody, and none is offered (`Off`); nobody (`Offered`);
 * administrators; administrators and holders of certain roles (`Roles`); everybody.
 */
export const PASSKEY_RULES = ['Off', 'Offered', 'Administrators', 'Roles', 'Everybody'] as const
export type PasskeyRule = (typeof PASSKEY_RULES)[number]

/** The part of a person that the rule checks. */
export interface PasskeyPerson {
  roleId: number
  /** The platform's or a client's. */
  isAdministrator: boolean
  /** Patients sign in by links and have no passkeys. */
  isPatient: boolean
}

/** Whether the rule requires a passkey of this person; `roles` are the role numbers that `Roles` names. */
export function requiresPasskey(
  rule: PasskeyRule,
  roles: readonly number[],
  { roleId, isAdministrator, isPatient }: PasskeyPerson,
): boolean {
  if (isPatient || rule === 'Off' || rule === 'Offered') return false
  if (rule === 'Everybody' || isAdministrator) return true
  return rule === 'Roles' && roles.includes(roleId)
}
