import type { Selectable } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Branch } from '#server/kernel/database/schema.ts'

export type BranchRow = Selectable<Branch>

/** Returns the branch of the caller's client in its current state. */
export async function getBranch(ctx: Context, id: string): Promise<BranchRow> {
  const row = await selectBranch(ctx, id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/**
 * Returns the branch locked for a change; `isStale` is true if the change was based on an earlier revision. A change
 * without a revision is accepted, because other programs send none.
 */
export async function lockBranch(
  ctx: Context,
  id: string,
  rev: number | undefined,
): Promise<{ row: BranchRow; isStale: boolean }> {
  const row = await selectBranch(ctx, id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const base = ctx.baseRev ?? rev
  return { row, isStale: base !== undefined && base !== row.rev }
}

const selectBranch = ({ tx, caller }: Context, id: string) =>
  tx
    .selectFrom('branch')
    .selectAll()
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .where('hidden', 'is', null)
