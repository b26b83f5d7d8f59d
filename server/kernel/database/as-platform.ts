import { sql } from 'kysely'
import type { Tx } from '../context.ts'
import { APP_ROLE, PLATFORM_ROLE } from './pool.ts'

/**
 * Runs statements of `tx` as the platform's role (docs/people.md#tenants): it sees the tables of clients, licences and
 * AI companies, of all clients, and no table with patients. Only for calls of the platform's ADMIN. The transaction
 * stays that of its client, so that the act and its audit line are atomic. If `run` throws, the transaction is over:
 * nothing runs in it after that.
 */
export async function asPlatform<T>(tx: Tx, run: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`set local role ${sql.id(PLATFORM_ROLE)}`.execute(tx)
  const value = await run(tx)
  await sql`set local role ${sql.id(APP_ROLE)}`.execute(tx)
  return value
}
