import { sql } from 'kysely'
import type { Context } from '#server/kernel/context.ts'
import { insertRole } from './insert-role.ts'

/** Returns the role of people who see only their own results; creates it for the first of them. */
export async function patientRole(ctx: Pick<Context, 'tx' | 'changed'>, clientId: string): Promise<number> {
  const { tx } = ctx
  // Locks the client's row, so that two concurrent first patients create only one role.
  await sql`select 1 from client where id = ${clientId} for no key update`.execute(tx)
  const roles = await tx
    .selectFrom('role')
    .select(['id', 'name', 'modules'])
    .where('client_id', '=', clientId)
    .execute()
  const known = roles.find(({ name, modules }) => name === PATIENT_ROLE && modules.length === 0)
  if (known) return known.id
  const id = Math.max(2, ...roles.map((role) => role.id)) + 1
  await insertRole(ctx, { client_id: clientId, id, name: PATIENT_ROLE, modules: [] })
  return id
}

/** The name of the patients' role. */
export const PATIENT_ROLE = 'Patient'
