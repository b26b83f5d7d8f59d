import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/open-database.ts'

/** An image server of a client, as the poller knows it. */
export interface ClaimedPacs {
  client_id: string
  pacs_id: string
}

/** How long a claim holds without being renewed: after a crash another process polls within this time. */
export const LEASE_SECONDS = 15

/** Claims what nobody polls and renews what this poller polls; returns both. */
export async function claimPacs(database: Database, pollerId: string): Promise<ClaimedPacs[]> {
  const lease = `${LEASE_SECONDS} seconds`
  const { rows } = await database.entry((tx) =>
    sql<ClaimedPacs>`select * from entry.claim_pacs(${pollerId}, ${lease}::interval)`.execute(tx),
  )
  return rows
}

/** Gives everything back, so that another process takes over at once. */
export async function releasePacs(database: Database, pollerId: string): Promise<void> {
  await database.entry((tx) => sql`select entry.release_pacs(${pollerId})`.execute(tx))
}
