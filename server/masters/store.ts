import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { ALL_PAGE_SIZE, COUNT_CAP } from '#contract/kernel/paging.ts'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import type { Field } from '#contract/masters/engine/field.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { searchConditions } from '#server/kernel/database/search-conditions.ts'
import { columnOf } from './columns.ts'
import type { MasterExpressions, MountedMaster, StoredRow } from './hooks.ts'

const eb: MasterExpressions = expressionBuilder<{ m: StoredRow }, 'm'>()

/** What a list is asked for beside its page: `k` and the filters of the declaration. */
export type MasterFilters = Readonly<Record<string, string | number | undefined>>

/** Records of these clients are read: the caller's own, and the platform's where the master is shared. */
const ownersOf = ({ owner }: AnyMaster, { clientId }: Caller) =>
  owner === 'platform' && clientId !== PLATFORM_CLIENT_ID ? [clientId, PLATFORM_CLIENT_ID] : [clientId]

/** The records that the caller may see: not hidden, of the right owner, and as the master's hook narrows them. */
export function visibleRows(tx: Tx, { master, hooks }: MountedMaster, caller: Caller) {
  const [owner, platform] = ownersOf(master, caller)
  const ofOwner = eb('m.client_id', '=', owner as string)
  const query = tx
    .selectFrom(sql<StoredRow>`${sql.table(master.table)}`.as<'m'>('m'))
    .where(platform === undefined ? ofOwner : eb.or([ofOwner, eb('m.client_id', '=', platform)]))
    .where('m.hidden', 'is', null)
  return hooks.visible ? query.where(hooks.visible(eb, caller)) : query
}

/** One page of the list in the order of names, and how many records match (at most COUNT_CAP). */
export async function selectPage(
  tx: Tx,
  mounted: MountedMaster,
  caller: Caller,
  { p, ps, ...filters }: MasterFilters & { p: number; ps: number },
): Promise<{ rows: StoredRow[]; start: number; matching: number }> {
  const matching = matchingRows(tx, mounted, caller, filters)
  const start = (p - 1) * ps
  const rows = await inOrder(mounted.master, matching).limit(ps).offset(start).execute()
  // A page that is not full tells the count by itself.
  const isLast = rows.length < ps && (rows.length > 0 || start === 0)
  if (isLast) return { rows, start, matching: Math.min(start + rows.length, COUNT_CAP) }
  const some = matching.select(sql`1`.as('one')).limit(COUNT_CAP)
  const { n } = await tx
    .selectFrom(some.as('some'))
    .select((some) => some.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return { rows, start, matching: n }
}

/** The list without pages, at most ALL_PAGE_SIZE records. */
export function selectAll(
  tx: Tx,
  mounted: MountedMaster,
  caller: Caller,
  filters: MasterFilters,
): Promise<StoredRow[]> {
  return inOrder(mounted.master, matchingRows(tx, mounted, caller, filters))
    .limit(ALL_PAGE_SIZE)
    .execute()
}

/** Those of `ids` that the caller may see. */
export function selectByIds(
  tx: Tx,
  mounted: MountedMaster,
  caller: Caller,
  ids: readonly string[],
): Promise<StoredRow[]> {
  return visibleRows(tx, mounted, caller)
    .selectAll()
    .$castTo<StoredRow>()
    .where('m.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/**
 * The caller's own record, locked for a change; undefined where there is none of that id. One that was deleted, or that
 * the caller may not see, does not exist: refused as not_found, since its id cannot be given a second time either.
 */
export async function lockRow(
  tx: Tx,
  mounted: MountedMaster,
  caller: Caller,
  id: string,
): Promise<StoredRow | undefined> {
  const { master, hooks } = mounted
  const { rows } = await sql<StoredRow>`select * from ${sql.table(master.table)}
    where client_id = ${caller.clientId} and id = ${id} for update`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  if (row.hidden !== null) throw new Refusal('not_found')
  if (hooks.visible && (await selectByIds(tx, mounted, caller, [id])).length === 0)
    throw new Refusal('not_found')
  return row
}

function matchingRows(tx: Tx, mounted: MountedMaster, caller: Caller, filters: MasterFilters) {
  const { master, hooks } = mounted
  const set = Object.fromEntries(
    Object.entries(filters)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )
  const { k = '', ...others } = set
  const ofFields = Object.entries(others).flatMap(([name, value]) => {
    const field = master.fields[name]
    return field ? [isValue(columnOf(name, field), field, value)] : []
  })
  const ofHook = hooks.filter?.(eb, others, caller)
  const conditions = [...ofFields, ...wordConditions(master, k), ...(ofHook ? [ofHook] : [])]
  return visibleRows(tx, mounted, caller).where(eb.and(conditions))
}

function isValue(column: string, field: Field, value: string): Expression<SqlBool> {
  const at = sql.ref(`m.${column}`)
  if (field.kind === 'active' || field.kind === 'flag') return sql<SqlBool>`${at} = ${value === '1'}`
  if (field.kind === 'references' || field.kind === 'modalities') return sql<SqlBool>`${value} = any(${at})`
  return sql<SqlBool>`${at} = ${value}`
}

/** Each word of `k` stands somewhere in the searched fields, taken as it is: no sign in it has a meaning. */
function wordConditions(master: AnyMaster, k: string): Expression<SqlBool>[] {
  const columns = master.search.map((name) => columnOf(name, master.fields[name] as Field))
  return searchConditions(
    columns.map((column) => sql.ref(`m.${column}`)),
    k,
  )
}

function inOrder(master: AnyMaster, query: ReturnType<typeof visibleRows>) {
  const named = query.selectAll().$castTo<StoredRow>()
  const name = master.fields.name
  const column = name ? columnOf('name', name) : master.order
  const byName = column ? named.orderBy(sql`lower(${sql.ref(`m.${column}`)})`) : named
  return byName.orderBy('m.id')
}
