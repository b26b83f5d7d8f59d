import { VISIT_PART_TYPES, type VisitPartType } from '#contract/calls/sync.ts'
import type { CacheDatabase } from './cache-database.ts'

/** The tables of the parts of a visit. */
export const VISIT_PART_TABLE_OF = {
  receipt: 'receipts',
  refund: 'refunds',
  visit_comment: 'visitComments',
  visit_document: 'visitDocuments',
  treatment: 'treatments',
  prescription: 'prescriptions',
  consent: 'consents',
} as const satisfies Record<VisitPartType, keyof CacheDatabase>

/** The same tables of a database, for a transaction that deletes visits. */
export const visitPartTables = (cache: CacheDatabase) =>
  VISIT_PART_TYPES.map((type) => cache[VISIT_PART_TABLE_OF[type]])

/** Deletes the parts of these visits, inside the caller's transaction. */
export async function deleteWithVisits(cache: CacheDatabase, visits: readonly string[]): Promise<void> {
  const ids = [...visits]
  for (const table of visitPartTables(cache)) await table.where('visit').anyOf(ids).delete()
}
