import { sql } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'

/** Numbers that only one person can have. */
export const IDENTITY_FIELDS = ['ssn', 'passport'] as const
export type IdentityField = (typeof IDENTITY_FIELDS)[number]

/**
 * Locks the numbers for this transaction, so that two desks that register the same one do it one after the other.
 * Locks in sorted order to avoid deadlocks.
 */
export async function holdNumbers(tx: Tx, clientId: string, numbers: readonly string[]): Promise<void> {
  const keys = [...new Set(numbers.filter((one) => one !== '').map((one) => one.toUpperCase()))].toSorted()
  for (const key of keys)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`patient ${clientId} ${key}`}, 0))`.execute(tx)
}

/** Returns true if another visible record has this national id or passport. */
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

/**
 * Returns true if another record has this patient id. Includes merged records, because papers keep showing the id.
 */
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
