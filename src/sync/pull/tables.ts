import type { Table } from 'dexie'
import type { SyncType } from '#contract/calls/sync.ts'
import type { CopyRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { PART_TABLE_OF } from '#src/db/study-parts.ts'
import { VISIT_PART_TABLE_OF } from '#src/db/visit-parts.ts'

/** The table of the cache that holds records of a type. */
export const TABLE_OF = {
  study: 'studies',
  report: 'reports',
  branch: 'branches',
  doctor: 'doctors',
  tag: 'tags',
  template: 'templates',
  shortcut: 'shortcuts',
  document_tag: 'documentTags',
  master: 'masters',
  ...PART_TABLE_OF,
  person: 'people',
  patient: 'patients',
  visit: 'visits',
  booking_request: 'bookingRequests',
  ...VISIT_PART_TABLE_OF,
  notification: 'notifications',
} as const satisfies Record<SyncType, keyof Databases>

/** The table with the copies of a type, whatever they hold. */
export function tableOf(databases: Databases, type: SyncType): Table<CopyRow, string> {
  return databases[TABLE_OF[type]].table as Table<CopyRow, string>
}
