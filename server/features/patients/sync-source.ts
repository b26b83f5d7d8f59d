import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { branchOfScope, patientsScope, seesPatients } from '#server/kernel/scopes.ts'
import { declaredSource, type SyncSource } from '#server/kernel/sync/source.ts'
import { ofBranches, ofNoBranch, patientScopes, selectBranchesOf } from './of-branch.ts'
import { selectPatients, toPatientRow } from './patient-row.ts'

/** The UTC day on which somebody last worked with a patient. */
const touchedDay = sql<string>`to_char(p.touched at time zone 'UTC', 'YYYY-MM-DD')`

/** Returns the condition over `p` for patients in one of these feed scopes; the inverse of patientScopes. */
function standsIn(scopes: readonly string[], how: 'each' | 'all'): RawBuilder<SqlBool> {
  const branches = scopes.flatMap((scope) => {
    const branch = branchOfScope(scope)
    return branch !== undefined && scope === patientsScope(branch) ? [branch] : []
  })
  const none = scopes.includes(patientsScope(null)) ? ofNoBranch : sql<SqlBool>`false`
  return sql<SqlBool>`(${ofBranches(branches, how)} or ${none})`
}

/** The sync source of patients: those of a window, by the last touch, on devices of their branches. */
export const patientSource: SyncSource<'patient'> = {
  ...declaredSource('patient'),
  read: async (tx, caller, ids) => {
    if (!seesPatients(caller)) return new Map()
    const { clientId, isClientAdmin, branchIds } = caller
    const branches = await selectBranchesOf(tx, clientId, ids)
    const isKnown = (id: string) =>
      isClientAdmin || branches.get(id)?.some((branch) => branchIds.includes(branch)) === true
    const rows = (await selectPatients(tx, clientId, ids.filter(isKnown))).map(toPatientRow)
    return new Map(
      rows.map((body) => [body.id, { rev: body.rev, body, scopes: patientScopes(branches.get(body.id)) }]),
    )
  },
  backfill: async (tx, caller, scope, after, limit, window) => {
    if (!seesPatients(caller)) return []
    let query = tx
      .selectFrom('patient as p')
      .select('p.id')
      .where('p.client_id', '=', caller.clientId)
      .where('p.hidden', 'is', null)
      .where(standsIn([scope], 'each'))
    if (window) query = query.where('p.touched', '>=', window.from)
    if (after)
      query = query.where(
        sql<boolean>`(p.touched, p.id) < (select l.touched, l.id from patient l where l.client_id = ${caller.clientId} and l.id = ${after})`,
      )
    const rows = await query.orderBy('p.touched', 'desc').orderBy('p.id', 'desc').limit(limit).execute()
    return rows.map((row) => row.id)
  },
  revisions: async (tx, caller, scopes, { window, day }) => {
    if (day === '' || !seesPatients(caller)) return []
    let query = tx
      .selectFrom('patient as p')
      .select(['p.id', 'p.rev', touchedDay.as('day')])
      .where('p.client_id', '=', caller.clientId)
      .where('p.hidden', 'is', null)
      .where(standsIn(scopes, 'all'))
    if (window) query = query.where('p.touched', '>=', window.from)
    if (day) {
      const from = `${day}T00:00:00Z`
      query = query
        .where('p.touched', '>=', sql<Date>`${from}::timestamptz`)
        .where('p.touched', '<', sql<Date>`${from}::timestamptz + interval '24 hours'`)
    }
    return query.execute()
  },
}
