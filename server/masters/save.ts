import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Field } from '#contract/masters/engine/field.ts'
import type { Context } from '#server/kernel/context.ts'
import { SecretLostError, type Secrets, secretContext } from '#server/kernel/keys/secrets.ts'
import { announce } from './announce.ts'
import { checkFields } from './check-fields.ts'
import { changedNames, columnOf, columnsOf } from './columns.ts'
import { demandDistinct } from './demand-distinct.ts'
import type { MountedMaster, StoredRow } from './hooks.ts'
import { takenName } from './name-taken.ts'
import { type MasterRecordBody, oneRecordOf } from './records.ts'
import { demandWrite } from './rights.ts'
import { lockRow } from './store.ts'

/** What a save carries, as the declaration's check let it through. */
export type Saved = Readonly<Record<string, unknown>> & { id?: string | undefined; rev?: number | undefined }

type Columns = Readonly<Record<string, unknown>>

/**
 * Makes a record, or changes the one of that id if its revision is the one that the change was made on. A repeat of what
 * is stored already is answered as done, whatever its revision; anything else on an older one is a conflict that carries
 * the record as it stands.
 */
export async function saveRecord(
  mounted: MountedMaster,
  input: Saved,
  ctx: Context,
  secrets: Secrets,
): Promise<MasterRecordBody> {
  const { master, hooks } = mounted
  demandWrite(master, ctx.caller)
  const id = input.id ?? uuidv7()
  const base = ctx.baseRev ?? input.rev
  const before = await lockRow(ctx.tx, mounted, ctx.caller, id)
  if (!before && base !== undefined) throw new Refusal('not_found')
  const current = before && (await oneRecordOf(mounted, before, ctx))
  const named = changedNames(master, input, current ?? {})
  const changed = before ? await withoutSameSecrets(mounted, input, { names: named, before }, secrets) : named
  if (current && changed.length === 0) return current
  if (before && before.rev !== base) throw new Refusal('conflict', undefined, { current })
  await checkFields(master, input, { changed, current }, ctx)
  await demandDistinct(master, { id, input, changed }, ctx)
  const own = await hooks.prepare?.(input, before, ctx)
  const columns = {
    ...columnsOf(master, input, before === undefined),
    ...(await sealedColumns(mounted, input, { clientId: ctx.caller.clientId, id }, secrets)),
    ...own,
  }
  const row = await writeRow(mounted, { id, before, columns }, ctx)
  await hooks.afterSave?.(id, input, before, ctx)
  await announce(ctx, master, row)
  await ctx.audit('save', master.key, id, { rev: row.rev, changed })
  return oneRecordOf(mounted, row, ctx)
}

// A secret that is stored already was sent by a repeat. One that nobody can open any more is written anew.
async function withoutSameSecrets(
  { master }: MountedMaster,
  input: Saved,
  { names, before }: { names: readonly string[]; before: StoredRow },
  secrets: Secrets,
): Promise<string[]> {
  const isSame = async (name: string): Promise<boolean> => {
    const field = master.fields[name]
    if (field?.kind !== 'secret') return false
    const column = columnOf(name, field)
    const context = secretContext(before.client_id, master.table, before.id, column)
    try {
      const stored = before[column]
      return (await secrets.open(context, typeof stored === 'string' ? stored : '')) === input[name]
    } catch (error) {
      if (error instanceof SecretLostError) return false
      throw error
    }
  }
  const same = await Promise.all(names.map(isSame))
  return names.filter((_, i) => !same[i])
}

// Absent means unchanged, an empty text takes the secret away.
async function sealedColumns(
  { master }: MountedMaster,
  input: Saved,
  at: { clientId: string; id: string },
  secrets: Secrets,
): Promise<Columns> {
  const columns: Record<string, unknown> = {}
  for (const [name, field] of Object.entries<Field>(master.fields)) {
    const given = input[name]
    if (field.kind !== 'secret' || typeof given !== 'string') continue
    const column = columnOf(name, field)
    columns[column] = await secrets.seal(secretContext(at.clientId, master.table, at.id, column), given)
  }
  return columns
}

interface RowToWrite {
  id: string
  before: StoredRow | undefined
  columns: Columns
}

async function writeRow(
  { master }: MountedMaster,
  { id, before, columns }: RowToWrite,
  { tx, caller, now }: Context,
): Promise<StoredRow> {
  const table = sql.table(master.table)
  const written = before
    ? sql<StoredRow>`update ${table} set ${assignments({ ...columns })}
        where client_id = ${caller.clientId} and id = ${id} returning *`
    : insertion(master.table, { client_id: caller.clientId, id, created: now, ...columns })
  try {
    const { rows } = await written.execute(tx)
    return rows[0] as StoredRow
  } catch (error) {
    throw takenName(master, error) ?? error
  }
}

const assignments = (columns: Columns) =>
  sql.join([
    ...Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql`rev = rev + 1`,
  ])

const insertion = (table: string, columns: Columns) =>
  sql<StoredRow>`insert into ${sql.table(table)} (${sql.join(Object.keys(columns).map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(columns))}) returning *`
