import { sql } from 'kysely'
import type { Context } from '#server/kernel/context.ts'

/** Marks visits with a special management discount. Devices do not hold the mark, so nothing is announced. */
export async function markHiddenDiscount(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  ids: readonly string[],
): Promise<void> {
  await sql`update visit set has_hidden = true where client_id = ${caller.clientId}
    and id = any(${[...ids]}::uuid[]) and not has_hidden`.execute(tx)
}
