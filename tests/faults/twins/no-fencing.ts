import { Dexie, type PromiseExtended } from 'dexie'
import type { Databases } from '#src/db/open-databases.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import type { Twin } from './twin.ts'

/** A tab completes a command that it once claimed without checking whether another tab took over. */
export const noFencing: Twin = {
  name: 'no fencing',
  what: 'settles its claims by memory, whoever took over meanwhile',
  schedule: 'thawed tabs',
  runs: 60,
  breaks: ['what is done stays done'],
  options: () => ({ twist: { databases: remembering } }),
}

function remembering(databases: Databases): Databases {
  const { outbox } = databases.work
  const claimed = new Map<string, OutboxRow>()
  const real = {
    bulkPut: outbox.bulkPut.bind(outbox) as (rows: readonly OutboxRow[]) => unknown,
    bulkGet: outbox.bulkGet.bind(outbox) as (
      ids: readonly string[],
    ) => PromiseExtended<(OutboxRow | undefined)[]>,
  }
  const bulkPut = (rows: readonly OutboxRow[]) => {
    for (const row of rows) if (row.state === 'sending') claimed.set(row.id, row)
    return real.bulkPut(rows)
  }
  const bulkGet = (ids: readonly string[]) =>
    real.bulkGet(ids).then((rows) => (isSettling() ? ids.map((id, i) => claimed.get(id) ?? rows[i]) : rows))
  Object.assign(outbox, { bulkPut, bulkGet })
  return databases
}

// Only completing a delivery writes commands, effects and drafts together without new numbers.
function isSettling(): boolean {
  const stores: readonly string[] = Dexie.currentTransaction?.storeNames ?? []
  return stores.includes('drafts') && !stores.includes('meta')
}
