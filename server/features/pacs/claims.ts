import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/open-database.ts'

/** An image server of a client that this poller has claimed. */
export interface ClaimedPacs {
  client_id: string
  pacs_id: string
}

/** How long a claim is valid without renewal; after a crash another process polls within this time. */
export const LEASE_SECONDS = 15

/** Acquires free leases and renews our own; returns all leases held. */
export async function claimPacs(database: Database, pollerId: string): Promise<ClaimedPacs[]> {
  const lease = `${LEASE_SECONDS} seconds`
  const { rows } = await database.entry((tx) =>
    sql<ClaimedPacs>`select * from entry.claim_pacs(${pollerId}, ${lease}::interval)`.execute(tx),
  )
  return rows
}

/** Releases all leases, so that another process takes over at once. */
export async function releasePacs(database: Database, pollerId: string): Promise<void> {
  await database.entry((tx) => sql`select entry.release_pacs(${pollerId})`.execute(tx))
}
