import { sql } from 'kysely'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import type { Field } from '#contract/masters/engine/field.ts'
import { type MasterKey, referredTo } from '#contract/masters/engine/keys.ts'
import { brokenMoney, hasMoney } from '#contract/masters/engine/money-rules.ts'
import { MASTERS } from '#contract/masters/masters.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { parseMarkup } from '#domain/report/markup.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { decimalsOf } from './decimals.ts'

type Values = Readonly<Record<string, unknown>>

/** Records that a field names: of a master's table, or of the doctors. */
interface Named {
  table: string
  isShared: boolean
  ids: readonly string[]
}

/**
 * Refuses what the declaration's own check cannot see: markup beyond the allow-list, references to records that are not
 * there for the caller, and money with more decimals than the client's. `changed` are the fields to look at: what a record
 * names already may have gone meanwhile. `current` is the record as it stands.
 */
export async function checkFields(
  master: AnyMaster,
  input: Values,
  { changed, current }: { changed: readonly string[]; current: Values | undefined },
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
): Promise<void> {
  const broken: Record<string, string> = hasMoney(master.fields)
    ? brokenMoney(master.fields, { ...current, ...input }, changed, await decimalsOf({ tx, caller }))
    : {}
  for (const name of changed) {
    const field = master.fields[name]
    const value = input[name]
    if (!field || value === undefined || value === null) continue
    const rule = markupRule(field, value)
    if (rule !== undefined) broken[name] = rule
    const named = namedBy(field, value)
    if (named && named.ids.length > 0 && !(await areThere(tx, caller.clientId, named)))
      broken[name] = 'names a record that does not exist'
  }
  if (Object.keys(broken).length > 0) throw invalid(broken)
}

function markupRule(field: Field, value: unknown): string | undefined {
  if (field.kind !== 'richText') return undefined
  const text = String(value)
  const parsed = parseMarkup(text)
  if (!parsed.ok) return parsed.reason
  return field.required && isEmptyMarkup(text) ? 'is required' : undefined
}

function namedBy(field: Field, value: unknown): Named | undefined {
  if (field.kind === 'reference') return { ...placeOf(referredTo(field)), ids: [String(value)] }
  if (field.kind === 'references') return { ...placeOf(referredTo(field)), ids: value as string[] }
  if (field.kind !== 'chargeMap') return undefined
  const place = placeOf(field.by === 'branch' ? 'branch' : 'user')
  return { ...place, ids: Object.keys(value as object) }
}

function placeOf(key: MasterKey): Omit<Named, 'ids'> {
  const master = (MASTERS as unknown as readonly AnyMaster[]).find((one) => one.key === key)
  if (!master) throw new Error(`the master '${key}' is named by a field and stands in no list`)
  return { table: master.table, isShared: master.owner === 'platform' }
}

async function areThere(
  tx: Context['tx'],
  clientId: string,
  { table, isShared, ids }: Named,
): Promise<boolean> {
  const wanted = [...new Set(ids)]
  const owners = isShared ? [clientId, PLATFORM_CLIENT_ID] : [clientId]
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
    where client_id = any(${owners}::uuid[]) and id = any(${wanted}::uuid[]) and hidden is null`.execute(tx)
  return rows[0]?.n === wanted.length
}
