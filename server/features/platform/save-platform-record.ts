import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import { asPlatform } from '#server/kernel/database/as-platform.ts'
import { changedNames } from '#server/masters/columns.ts'
import type { StoredRow } from '#server/masters/hooks.ts'
import { takenName } from '#server/masters/name-taken.ts'
import { findRow, type PlatformTable, type RecordOf, recordsOf } from './platform-table.ts'

type Values = Readonly<Record<string, unknown>>

/** A save after the checks: the stored row, and the changes. */
export interface PlatformDraft<Input> {
  id: string
  input: Input
  before: StoredRow | undefined
  changed: readonly string[]
}

export interface PlatformSave<M extends AnyMaster, Input> {
  table: PlatformTable<M>
  /** Converts the input to the form of a record, so that a repeat is detected. */
  asShown?: (input: Input) => Values
  /** Writes the row and its parts; with the application's role by default. */
  write: (draft: PlatformDraft<Input>, ctx: Context) => Promise<void>
}

/**
 * Creates or changes a record of the platform by the rules of all masters. Based on the revision that was seen;
 * treats a repeat of stored content as done, and throws a conflict with the current record for anything else on an
 * older revision.
 */
export async function savePlatformRecord<
  M extends AnyMaster,
  Input extends Values & { id?: string | undefined; rev?: number | undefined },
>(save: PlatformSave<M, Input>, input: Input, ctx: Context): Promise<RecordOf<M>> {
  const { master } = save.table
  const id = input.id ?? uuidv7()
  const base = ctx.baseRev ?? input.rev
  const before = await asPlatform(ctx.tx, (tx) => findRow(tx, master, id, 'lock'))
  if (before ? before.hidden !== null : base !== undefined) throw new Refusal('not_found')
  const current = before && (await oneRecord(ctx.tx, save.table, before))
  const shown = save.asShown?.(input) ?? input
  const changed = changedNames(master, shown, current ?? {})
  if (current && changed.length === 0) return current
  if (before && before.rev !== base) throw new Refusal('conflict', undefined, { current })
  await save.write({ id, input, before, changed }, ctx)
  const after = await asPlatform(ctx.tx, (tx) => findRow(tx, master, id))
  if (!after) throw new Refusal('internal')
  // Only the names of the fields: the audit trail contains no password.
  await ctx.audit('save', master.key, id, { rev: after.rev, changed })
  return oneRecord(ctx.tx, save.table, after)
}

async function oneRecord<M extends AnyMaster>(
  tx: Tx,
  table: PlatformTable<M>,
  row: StoredRow,
): Promise<RecordOf<M>> {
  const [record] = await asPlatform(tx, (tx) => recordsOf(tx, table, [row]))
  return record as RecordOf<M>
}

/** Inserts the row, or updates the columns of the existing one; runs with the platform's role. */
export async function putRow(
  tx: Tx,
  master: AnyMaster,
  { id, before }: Pick<PlatformDraft<unknown>, 'id' | 'before'>,
  columns: Values,
): Promise<void> {
  const table = sql.table(master.table)
  const given = Object.entries(columns)
  const statement: RawBuilder<unknown> = before
    ? sql`update ${table} set ${sql.join(given.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))},
        rev = rev + 1 where id = ${id}`
    : sql`insert into ${table} (id, ${sql.join(given.map(([name]) => sql.ref(name)))})
        values (${id}, ${sql.join(given.map(([, value]) => sql`${value}`))})`
  try {
    await statement.execute(tx)
  } catch (error) {
    throw takenName(master, error) ?? error
  }
}
