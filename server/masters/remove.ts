import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context } from '#server/kernel/context.ts'
import { announce } from './announce.ts'
import type { MountedMaster } from './hooks.ts'
import { usesOf } from './in-use.ts'
import { demandWrite } from './rights.ts'
import { lockRow } from './store.ts'

/**
 * Hides a record that is used nowhere; what was made with it keeps its name. Refused with where it is used. A repeat
 * finds nothing any more, like the id of another client.
 */
export async function removeRecord(mounted: MountedMaster, id: string, ctx: Context): Promise<void> {
  const { master, hooks } = mounted
  demandWrite(master, ctx.caller)
  const row = await lockRow(ctx.tx, mounted, ctx.caller, id)
  if (!row) throw new Refusal('not_found')
  const uses = await usesOf(master, hooks, id, ctx)
  if (uses.length > 0) throw new Refusal('in_use', `This ${master.noun} is in use: ${uses.join(', ')}.`)
  await hooks.beforeRemove?.(row, ctx)
  await sql`update ${sql.table(master.table)} set hidden = ${ctx.now}, rev = rev + 1
    where client_id = ${ctx.caller.clientId} and id = ${id}`.execute(ctx.tx)
  await announce(ctx, master, { id, rev: row.rev + 1, isGone: true })
  await ctx.audit('delete', master.key, id, { rev: row.rev + 1 })
}
