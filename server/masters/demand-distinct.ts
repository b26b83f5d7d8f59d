import { sql } from 'kysely'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { columnOf } from './columns.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Refuses a value that another record has already in one of the master's distinct fields; case and spaces at the ends
 * say nothing. Saves of one client wait for each other until they are over, so that two at the same moment are told apart.
 * `changed` are the fields to look at: a record of before the rule keeps what it has.
 */
export async function demandDistinct(
  { table, fields, distinct = [], order = 'name' }: AnyMaster,
  { id, input, changed }: { id: string; input: Values; changed: readonly string[] },
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
): Promise<void> {
  for (const name of distinct) {
    const given = input[name]
    const field = fields[name]
    const value = typeof given === 'string' ? given.trim() : ''
    if (!field || !changed.includes(name) || value === '') continue
    await lockDistinct(tx, { clientId: caller.clientId, table, field: name })
    const column = sql.ref(columnOf(name, field))
    const { rows } = await sql<{ other: string }>`select ${sql.ref(order)} as other from ${sql.table(table)}
      where client_id = ${caller.clientId} and id <> ${id} and hidden is null
        and lower(trim(${column})) = lower(${value}) limit 1`.execute(tx)
    const [rival] = rows
    if (rival)
      throw invalid({ [name]: name === order ? 'is taken already' : `is taken already by ${rival.other}` })
  }
}

/** Holds a distinct field of a client's table for this transaction, so that two who write one value meet. */
export async function lockDistinct(
  tx: Context['tx'],
  { clientId, table, field }: { clientId: string; table: string; field: string },
): Promise<void> {
  const name = `distinct ${clientId} ${table} ${field}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
