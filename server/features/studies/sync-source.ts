import { sql } from 'kysely'
import type { SyncSource } from '#server/kernel/sync/source.ts'
import { isInScope } from './scope-condition.ts'
import { selectStudyRows, selectVisibleIds } from './store.ts'

/** Copies of studies on devices: those of the caller's branches, or of the own worklist. */
export const studySource: SyncSource<'study'> = {
  type: 'study',
  scopes: ['branch', 'doctor'],
  read: async (tx, caller, ids, now) => {
    const rows = await selectStudyRows(tx, await selectVisibleIds(tx, caller, ids), now)
    return new Map(rows.map((body) => [body.id, { rev: body.rev, body }]))
  },
  backfill: async (tx, caller, scope, after, limit, window) => {
    let query = tx
      .selectFrom('study as s')
      .select('s.id')
      .where('s.client_id', '=', caller.clientId)
      .where('s.hidden', 'is', null)
      .where((eb) => isInScope(eb, scope))
    if (window) query = query.where('s.received_datetime', '>=', window.from)
    // Continues behind the place of the last one sent, wherever that study has moved to in the meantime.
    if (after) {
      query = query.where(
        sql<boolean>`(s.received_datetime, s.id) <
          (select l.received_datetime, l.id from study l where l.client_id = ${caller.clientId} and l.id = ${after})`,
      )
    }
    const rows = await query
      .orderBy('s.received_datetime', 'desc')
      .orderBy('s.id', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => row.id)
  },
}
