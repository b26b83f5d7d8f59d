import type { Table } from 'dexie'
import type { CopyRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { Twin } from './twin.ts'

/** Treats the last received copy as the newest: a late response overwrites a newer copy. */
export const olderRevisions: Twin = {
  name: 'older revisions applied',
  what: 'takes what comes last for the newest',
  schedule: 'late answers',
  runs: 80,
  breaks: ['devices and server agree'],
  options: () => ({ twist: { databases: forgetful } }),
}

function forgetful(databases: Databases): Databases {
  for (const table of [databases.cache.studies, databases.cache.reports] as Table<CopyRow, string>[]) {
    const bulkGet = table.bulkGet.bind(table)
    const get = table.get.bind(table) as (id: string) => ReturnType<typeof table.get>
    Object.assign(table, {
      bulkGet: (ids: string[]) => bulkGet(ids).then((rows) => rows.map((row) => asOlder(row))),
      get: (id: string) => get(id).then((row) => asOlder(row as CopyRow | undefined)),
    })
  }
  return databases
}

const asOlder = (row: CopyRow | undefined) => row && { ...row, rev: -1 }
