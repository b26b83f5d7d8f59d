import { sql } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'

/** Numbers that one person alone has. */
export const IDENTITY_FIELDS = ['ssn', 'passport'] as const
export type IdentityField = (typeof IDENTITY_FIELDS)[number]

/**
 * Holds the numbers for this transaction, so that two desks that register the same one at once do it one after the
 * other. In one order, so that two that hold several never wait for each other.
 */
export async function holdNumbers(tx: Tx, clientId: string, numbers: readonly string[]): Promise<void> {
  const keys = [...new Set(numbers.filter((one) => one !== '').map((one) => one.toUpperCase()))].toSorted()
  for (const key of keys)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`patient ${clientId} ${key}`}, 0))`.execute(tx)
}

/** True where another living record has this national id or passport. */
export async function isTaken(
  tx: Tx,
  clientId: string,
  field: IdentityField,
  value: string,
  ownId: string,
): Promise<boolean> {
  if (value === '') return false
  const other = await tx
    .selectFrom('patient')
    .select('id')
    .where('client_id', '=', clientId)
    .where(sql`upper(${sql.ref(field)})`, '=', value.toUpperCase())
    .where(field, '<>', '')
    .where('hidden', 'is', null)
    .where('id', '<>', ownId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** True where another record, merged ones among them, has this patient id: papers carry it for ever. */
export async function isPatIdTaken(tx: Tx, clientId: string, patId: string, ownId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('patient')
    .select('id')
    .where('client_id', '=', clientId)
    .where(sql`upper(pat_id)`, '=', patId.toUpperCase())
    .where('id', '<>', ownId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
