import { sql } from 'kysely'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import type { Field } from '#contract/masters/engine/field.ts'
import { MASTERS } from '#contract/masters/masters.ts'
import type { Context } from '#server/kernel/context.ts'
import { columnOf } from './columns.ts'
import type { MasterHooks } from './hooks.ts'
import { useWords } from './use-words.ts'

/** How many records name it, and what one of them is called. */
interface Use {
  n: number
  name: string
}

/**
 * Where a record is used, in words: in the reference fields of every other declared master, and where the hook says.
 * Empty where it may go.
 */
export async function usesOf(
  master: AnyMaster,
  hooks: MasterHooks<AnyMaster>,
  id: string,
  ctx: Context,
): Promise<string[]> {
  const words: string[] = []
  for (const other of MASTERS as unknown as readonly AnyMaster[])
    for (const [name, field] of Object.entries(other.fields)) {
      if ((field.kind !== 'reference' && field.kind !== 'references') || field.to !== master.key) continue
      const use = await countUses(ctx, other, [name, field], id)
      if (use.n > 0) words.push(useWords(other.noun, use))
    }
  return [...words, ...((await hooks.usedIn?.(id, ctx)) ?? [])]
}

async function countUses(
  { tx, caller }: Context,
  other: AnyMaster,
  [name, field]: [string, Field],
  id: string,
): Promise<Use> {
  const at = sql.ref(columnOf(name, field))
  const namesIt = field.kind === 'references' ? sql`${id}::uuid = any(${at})` : sql`${at} = ${id}::uuid`
  const { name: label } = other.fields
  const shown = label ? sql`coalesce(min(${sql.ref(columnOf('name', label))}), '')` : sql`''`
  const { rows } = await sql<Use>`select count(*)::int as n, ${shown} as name from ${sql.table(other.table)}
    where client_id = ${caller.clientId} and hidden is null and ${namesIt}`.execute(tx)
  return rows[0] ?? { n: 0, name: '' }
}
