import { sql } from 'kysely'
import { declaredSource, type SyncSource } from '#server/kernel/sync/source.ts'
import { isReceivedOn, receivedDay } from './public/received-day.ts'
import { visibleStudies } from './public/rights.ts'
import { isInScope, isInScopes } from './public/scope-condition.ts'
import { selectStudyRows, selectVisibleIds, studyScopes } from './public/store.ts'

/** The sync source of studies: those of the caller's branches, or of the own worklist. */
export const studySource: SyncSource<'study'> = {
  ...declaredSource('study'),
  read: async (tx, caller, ids, now) => {
    const rows = await selectStudyRows(tx, caller.clientId, await selectVisibleIds(tx, caller, ids), now)
    return new Map(rows.map((body) => [body.id, { rev: body.rev, body, scopes: studyScopes(body) }]))
  },
  backfill: async (tx, caller, scope, after, limit, window) => {
    let query = tx
      .selectFrom('study as s')
      .select('s.id')
      .where('s.client_id', '=', caller.clientId)
      .where('s.hidden', 'is', null)
      .where((eb) => isInScope(eb, scope))
    if (window) query = query.where('s.received_datetime', '>=', window.from)
    // Continues after the last study sent, at its current position even if that study has moved since.
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
  revisions: async (tx, caller, scopes, { window, day }) => {
    if (day === '') return []
    let query = tx
      .selectFrom('study as s')
      .select(['s.id', 's.rev', receivedDay.as('day')])
      .where('s.client_id', '=', caller.clientId)
      .where('s.hidden', 'is', null)
      .where(visibleStudies(caller))
      .where((eb) => isInScopes(eb, scopes))
    if (window) query = query.where('s.received_datetime', '>=', window.from)
    if (day) query = query.where(isReceivedOn(day))
    return query.execute()
  },
}
