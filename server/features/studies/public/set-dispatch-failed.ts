import type { Selectable } from 'kysely'
import type { Study } from '#server/kernel/database/schema.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { studyScopes } from './store.ts'

type LockedColumns = Pick<Selectable<Study>, 'client_id' | 'id' | 'rev'> & Parameters<typeof studyScopes>[0]

/** Sets on a locked study whether a report of it could not be sent, and announces the study. */
export async function setDispatchFailed(
  { tx, changed }: Pick<Write, 'tx' | 'changed'>,
  study: LockedColumns,
  failed: boolean,
): Promise<void> {
  const rev = study.rev + 1
  await tx
    .updateTable('study')
    .set({ is_hl7_report_send_err: failed, rev })
    .where('client_id', '=', study.client_id)
    .where('id', '=', study.id)
    .execute()
  changed({ type: 'study', id: study.id, rev, scopes: studyScopes(study) })
}
