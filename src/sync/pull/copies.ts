import type { Table } from 'dexie'
import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { ClearFields } from '#contract/records/record.ts'
import { recordOf, type SyncBodyOf, type SyncType } from '#contract/records/records.ts'
import type { CopyOf, CopyRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { Opened } from '#src/db/repository.ts'
import { repositoryOf } from './tables.ts'

/**
 * The scope of a copy that came with an answer instead of the feed: a study opened outside of the device's window, or
 * the result of an own command. The first real scope replaces it.
 */
export const LOCAL_SCOPE = 'local'

/** A record as the server sent it, with the scope under which its copy is kept. */
export type Sent<Type extends SyncType = SyncType> = {
  [T in Type]: { type: T; id: string; rev: number; scope: string; body: SyncBodyOf<T> }
}[Type]

/** Returns the copy of a record: its clear fields, as declared, and the body to seal. */
export function copyOf<Type extends SyncType>({
  type,
  id,
  rev,
  scope,
  body,
}: Sent<Type>): Opened<CopyOf<Type>, SyncBodyOf<Type>> {
  const clearOf = recordOf(type).copies.clear as ((body: SyncBodyOf<Type>) => ClearFields) | undefined
  // The clear fields of a type are what its own declaration returns.
  return { id, rev, scope, ...clearOf?.(body), body } as unknown as Opened<CopyOf<Type>, SyncBodyOf<Type>>
}

/** A record in an answer of the server. */
export type Confirmed = { [Type in SyncType]: { type: Type; body: SyncBodyOf<Type> & Revised } }[SyncType]
type Revised = { id: string; rev: number }

/** Stores the study and the reports of an answer if they are newer than the copies. */
export async function keepConfirmed(
  databases: Databases,
  { study, reports = [] }: { study?: StudyRow; reports?: readonly ReportRow[] },
): Promise<void> {
  await keepAllConfirmed(databases, [
    ...(study ? [{ type: 'study', body: study } as const] : []),
    ...reports.map((body) => ({ type: 'report', body }) as const),
  ])
}

/**
 * Stores the records of answers if they are newer than the copies, in one transaction: `rev` decides, never the order
 * of arrival.
 */
export async function keepAllConfirmed(databases: Databases, all: readonly Confirmed[]): Promise<void> {
  if (all.length === 0) return
  const types = [...new Set(all.map(({ type }) => type))]
  const sealed = await Promise.all(
    types.map(async (type) => {
      const { table, sealAll } = repositoryOf(databases, type)
      const own = all.filter((one) => one.type === type)
      return { table, rows: await sealAll(own.map((one) => copyOf(sentOf(one)))) }
    }),
  )
  const tables = sealed.map(({ table }) => table)
  await databases.cache.transaction('rw', tables, () =>
    Promise.all(sealed.map(({ table, rows }) => putNewer(table, rows))),
  )
}

const sentOf = ({ type, body }: Confirmed): Sent =>
  ({ type, id: body.id, rev: body.rev, scope: LOCAL_SCOPE, body }) as Sent

async function putNewer<Row extends CopyRow>(table: Table<Row, string>, rows: readonly Row[]): Promise<void> {
  // Several answers may contain the same record: only its newest revision counts.
  const newest = new Map<string, Row>()
  for (const row of rows) if (row.rev >= (newest.get(row.id)?.rev ?? 0)) newest.set(row.id, row)
  const kept = await table.bulkGet([...newest.keys()])
  const news = [...newest.values()].flatMap((row, i) => {
    const copy = kept[i]
    if (!copy) return [row]
    return row.rev > copy.rev ? [{ ...row, scope: copy.scope }] : []
  })
  await table.bulkPut(news)
}
