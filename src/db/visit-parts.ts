import { VISIT_PART_TYPES, type VisitPartType } from '#contract/calls/sync.ts'
import type { CacheDatabase } from './cache-database.ts'

/** The tables of what stands with a visit. */
export const VISIT_PART_TABLE_OF = {
  receipt: 'receipts',
  refund: 'refunds',
  visit_comment: 'visitComments',
  visit_document: 'visitDocuments',
  treatment: 'treatments',
  prescription: 'prescriptions',
  consent: 'consents',
} as const satisfies Record<VisitPartType, keyof CacheDatabase>

/** Those tables of a database, for a transaction that takes visits out. */
export const visitPartTables = (cache: CacheDatabase) =>
  VISIT_PART_TYPES.map((type) => cache[VISIT_PART_TABLE_OF[type]])

/** Takes out what stands with these visits, inside the caller's transaction. */
export async function deleteWithVisits(cache: CacheDatabase, visits: readonly string[]): Promise<void> {
  const ids = [...visits]
  for (const table of visitPartTables(cache)) await table.where('visit').anyOf(ids).delete()
}
