import type { Selectable } from 'kysely'
import type { Context } from '#server/kernel/context.ts'
import type { FollowUp } from '#server/kernel/database/schema.ts'

export type StoredFollowUp = Selectable<FollowUp>

/** Locks the follow-up with that id; the caller checks the rights. */
export function lockFollowUp({ tx, caller }: Context, id: string): Promise<StoredFollowUp | undefined> {
  return tx
    .selectFrom('follow_up')
    .selectAll()
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
