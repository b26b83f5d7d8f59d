import { sql } from 'kysely'
import { DESK_SCOPE, seesPatients } from '#server/kernel/scopes.ts'
import type { SyncSource } from '#server/kernel/sync/source.ts'
import { selectPatients, toPatientRow } from './patient-row.ts'

/** The day in UTC on which somebody last had to do with a patient. */
const touchedDay = sql<string>`to_char(touched at time zone 'UTC', 'YYYY-MM-DD')`

/** Patients of a window on devices of the desk, by the last time that somebody had to do with them. */
export const patientSource: SyncSource<'patient'> = {
  type: 'patient',
  scopes: ['desk'],
  read: async (tx, caller, ids) => {
    if (!seesPatients(caller)) return new Map()
    const rows = (await selectPatients(tx, caller.clientId, ids)).map(toPatientRow)
    return new Map(rows.map((body) => [body.id, { rev: body.rev, body, scopes: [DESK_SCOPE] }]))
  },
  backfill: async (tx, caller, _scope, after, limit, window) => {
    if (!seesPatients(caller)) return []
    let query = tx
      .selectFrom('patient')
      .select('id')
      .where('client_id', '=', caller.clientId)
      .where('hidden', 'is', null)
    if (window) query = query.where('touched', '>=', window.from)
    if (after)
      query = query.where(
        sql<boolean>`(touched, id) < (select l.touched, l.id from patient l where l.client_id = ${caller.clientId} and l.id = ${after})`,
      )
    const rows = await query.orderBy('touched', 'desc').orderBy('id', 'desc').limit(limit).execute()
    return rows.map((row) => row.id)
  },
  revisions: async (tx, caller, scopes, { window, day }) => {
    if (day === '' || !scopes.includes(DESK_SCOPE) || !seesPatients(caller)) return []
    let query = tx
      .selectFrom('patient')
      .select(['id', 'rev', touchedDay.as('day')])
      .where('client_id', '=', caller.clientId)
      .where('hidden', 'is', null)
    if (window) query = query.where('touched', '>=', window.from)
    if (day) {
      const from = `${day}T00:00:00Z`
      query = query
        .where('touched', '>=', sql<Date>`${from}::timestamptz`)
        .where('touched', '<', sql<Date>`${from}::timestamptz + interval '24 hours'`)
    }
    return query.execute()
  },
}
