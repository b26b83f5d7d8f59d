import { type RawBuilder, sql } from 'kysely'
import type { MasterKey } from '#contract/masters/engine/keys.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { declaredSource, type SyncBody, type SyncSource } from '#server/kernel/sync/source.ts'
import { FEED_SCOPES } from './announce.ts'
import type { CopyReader } from './copies.ts'

interface Held {
  id: string
  rev: number
  kind: MasterKey
}

/** What devices keep of all masters, as one type: each record whole, by the reader of its kind. */
export function createMasterSource(readers: readonly CopyReader[]): SyncSource<'master'> {
  const scopeOf = ({ master }: CopyReader) => FEED_SCOPES[master.scope]
  const byKind = new Map(readers.map((reader) => [reader.master.key, reader]))
  return {
    ...declaredSource('master'),
    read: async (tx, caller, ids) => {
      const copied = readers.filter((reader) => scopeOf(reader) !== undefined)
      const held = await selectHeld(tx, caller, copied, sql`where id = any(${[...ids]}::uuid[])`)
      const bodies = new Map<string, SyncBody<'master'>>()
      for (const [kind, some] of Map.groupBy(held, (one) => one.kind)) {
        const reader = byKind.get(kind) as CopyReader
        const copies = await reader.read(
          tx,
          caller,
          some.map(({ id }) => id),
        )
        const scopes = [scopeOf(reader) as string]
        for (const [id, { rev, record }] of copies)
          bodies.set(id, { rev, scopes, body: { id, rev, kind, record } })
      }
      return bodies
    },
    backfill: async (tx, caller, scope, after, limit) => {
      const ofScope = readers.filter((reader) => scopeOf(reader) === scope)
      const from = after === undefined ? sql`` : sql`where id > ${after}::uuid`
      // Each master gives its first ones by its own key, so that a long one is not sorted anew for each portion.
      const next = sql`${from} order by id limit ${limit}`
      const held = await selectHeld(tx, caller, ofScope, next)
      return held.map(({ id }) => id).slice(0, limit)
    },
    revisions: async (tx, caller, scopes, { day }) => {
      if (day) return []
      const ofScopes = readers.filter((reader) => scopes.includes(scopeOf(reader) ?? ''))
      return (await selectHeld(tx, caller, ofScopes, sql``)).map(({ id, rev }) => ({ id, rev, day: '' }))
    },
    ofBranches: async (tx, { clientId }, branchIds) => {
      const copied = readers.filter(
        (reader) => scopeOf(reader) !== undefined && 'branch_id' in reader.master.fields,
      )
      const parts = copied.map(
        ({ master }) => sql`select id from ${sql.table(master.table)}
          where client_id = ${clientId} and branch_id = any(${[...branchIds]}::uuid[])`,
      )
      if (parts.length === 0) return []
      const { rows } = await sql<{ id: string }>`${sql.join(parts, sql` union all `)}`.execute(tx)
      return rows.map(({ id }) => id)
    },
  }
}

/**
 * Id, revision and kind of what the caller's devices hold of these masters, by id: one statement, whatever their number.
 * `rest` narrows each master's own select.
 */
async function selectHeld(
  tx: Tx,
  caller: Caller,
  readers: readonly CopyReader[],
  rest: RawBuilder<unknown>,
): Promise<Held[]> {
  const parts = readers.flatMap((reader) => {
    const revisions = reader.revisions(tx, caller)
    return revisions
      ? [sql`(select id, rev, ${sql.lit(reader.master.key)} as kind from (${revisions}) as one ${rest})`]
      : []
  })
  if (parts.length === 0) return []
  const { rows } = await sql<Held>`${sql.join(parts, sql` union all `)} order by id`.execute(tx)
  return rows
}
