import type { Selectable } from 'kysely'
import type { Context } from '#server/kernel/context.ts'
import type { FollowUp } from '#server/kernel/database/schema.ts'

export type StoredFollowUp = Selectable<FollowUp>

/** The follow-up of that id, locked; rights are the caller's matter. */
export function lockFollowUp({ tx, caller }: Context, id: string): Promise<StoredFollowUp | undefined> {
  return tx
    .selectFrom('follow_up')
    .selectAll()
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
