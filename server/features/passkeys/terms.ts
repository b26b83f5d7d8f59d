import { type PasskeyRule, requiresPasskey } from '#domain/access/passkey-rule.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { AccountOwner } from '../auth/public/sign-in-deps.ts'

/** The client's rule for a person, and how authenticators name the person. */
export interface PasskeyTerms {
  rule: PasskeyRule
  isRequired: boolean
  username: string
  name: string
}

/** Reads the rule of a person's client, as it applies to the person. */
export async function findTerms(tx: Tx, { clientId, userId }: AccountOwner): Promise<PasskeyTerms> {
  const row = await tx
    .selectFrom('app_user as u')
    .innerJoin('client as c', 'c.id', 'u.client_id')
    .select([
      'c.passkey_rule',
      'c.passkey_roles',
      'u.role_id',
      'u.user_type',
      'u.is_client_admin',
      'u.username',
      'u.name',
    ])
    .where('u.client_id', '=', clientId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  // A check constraint limits the column to these rules.
  const rule = row.passkey_rule as PasskeyRule
  const isRequired = requiresPasskey(rule, row.passkey_roles, {
    roleId: row.role_id,
    isAdministrator: row.user_type === 'ADMIN' || row.is_client_admin,
    isPatient: row.user_type === 'PATIENT',
  })
  return { rule, isRequired, username: row.username, name: row.name }
}
