import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { ReportRow } from '#contract/calls/reports.ts'
import { isSigned, REPORT_STATUSES } from '#domain/status/report-status.ts'
import type { Caller } from '#server/kernel/context.ts'
import type { DB } from '#server/kernel/database/schema.ts'
import {
  declaredSource,
  type RevisionSpan,
  type SyncSource,
  type SyncWindow,
} from '#server/kernel/sync/source.ts'
import { showsResults } from '../studies/public/portal-rights.ts'
import { isReceivedOn, receivedDay } from '../studies/public/received-day.ts'
import { visibleStudies } from '../studies/public/rights.ts'
import { doctorOfScope, isInScope, isInScopes } from '../studies/public/scope-condition.ts'
import { reportScopes, selectReportRows } from './public/store.ts'

const SIGNED = REPORT_STATUSES.filter(isSigned)
const UNSIGNED = REPORT_STATUSES.filter((status) => !isSigned(status))

type ReportBuilder = ExpressionBuilder<DB & { r: DB['report']; s: DB['study'] }, 'r' | 's'>

/**
 * The sync source of reports: signed ones in the scopes of their study, unsigned ones only with writer and signer
 * (docs/sync.md#policies), regardless of the age of their study, because they are unfinished work.
 */
export const reportSource: SyncSource<'report'> = {
  ...declaredSource('report'),
  read: async (tx, caller, ids, now) => {
    const readable = await tx
      .selectFrom('report as r')
      .innerJoin('study as s', (on) =>
        on.onRef('s.client_id', '=', 'r.client_id').onRef('s.id', '=', 'r.study_id'),
      )
      .select(['r.id', 's.branch_id', 's.assigned_doctor_id', 's.signed_by_doctor_id'])
      .where('r.id', '=', sql<string>`any(${[...ids]})`)
      .where('s.hidden', 'is', null)
      .where(visibleStudies(caller))
      .where((eb) => isShownTo(eb, caller, now))
      .execute()
    const studies = new Map(readable.map((row) => [row.id, row]))
    const rows = await selectReportRows(tx, [...studies.keys()])
    const scopesOf = (body: ReportRow) => {
      const study = studies.get(body.id)
      return study ? reportScopes(body, study) : []
    }
    return new Map(rows.map((body) => [body.id, { rev: body.rev, body, scopes: scopesOf(body) }]))
  },
  backfill: async (tx, caller, scope, after, limit, window) => {
    let query = tx
      .selectFrom('report as r')
      .innerJoin('study as s', (on) =>
        on.onRef('s.client_id', '=', 'r.client_id').onRef('s.id', '=', 'r.study_id'),
      )
      .select('r.id')
      .where('s.client_id', '=', caller.clientId)
      .where('s.hidden', 'is', null)
      .where((eb) => isReportInScope(eb, scope, window))
    if (after) query = query.where(comesAfter(caller, after))
    const rows = await query
      .orderBy('s.received_datetime', 'desc')
      .orderBy('r.id', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => row.id)
  },
  revisions: async (tx, caller, scopes, span) => {
    const day = sql<string>`case when ${isUnsigned} then '' else ${receivedDay} end`
    return tx
      .selectFrom('report as r')
      .innerJoin('study as s', (on) =>
        on.onRef('s.client_id', '=', 'r.client_id').onRef('s.id', '=', 'r.study_id'),
      )
      .select(['r.id', 'r.rev', day.as('day')])
      .where('s.client_id', '=', caller.clientId)
      .where('s.hidden', 'is', null)
      .where(visibleStudies(caller))
      .where((eb) => isHeld(eb, scopes, span))
      .where((eb) => isShownTo(eb, caller, span.now))
      .execute()
  },
}

const isUnsigned = sql<boolean>`r.status in (${sql.join(UNSIGNED.map((status) => sql.lit(status)))})`

// With only the patient portal's permission, signed reports are shown only while their study is activated (rights.ts
// canReadReport).
const isShownTo = (eb: ReportBuilder, caller: Caller, now: Date): Expression<SqlBool> =>
  eb.or([
    eb.and([eb('r.status', 'in', SIGNED), showsResults(caller, now)]),
    isWriterOrSigner(eb, caller.userId),
  ])

// The day of a signed report is its study's. Unsigned ones have none: devices hold them regardless of the age of
// their study, which a device may not hold.
function isHeld(
  eb: ReportBuilder,
  scopes: readonly string[],
  { window, day }: RevisionSpan,
): Expression<SqlBool> {
  const bounds = [
    ...(window ? [eb('s.received_datetime', '>=', window.from)] : []),
    ...(day ? [isReceivedOn(day)] : []),
  ]
  const signed = eb.and([eb('r.status', 'in', SIGNED), isInScopes(eb, scopes), ...bounds])
  const doctors = scopes.map(doctorOfScope).filter((doctor) => doctor !== undefined)
  const unsigned = doctors.map((doctor) => eb.and([isUnsigned, isWriterOrSigner(eb, doctor)]))
  return eb.or([...(day === '' ? [] : [signed]), ...(day ? [] : unsigned)])
}

function isReportInScope(
  eb: ReportBuilder,
  scope: string,
  window: SyncWindow | undefined,
): Expression<SqlBool> {
  const recent = window ? [eb('s.received_datetime', '>=', window.from)] : []
  const signed = eb.and([eb('r.status', 'in', SIGNED), isInScope(eb, scope), ...recent])
  const doctor = doctorOfScope(scope)
  if (doctor === undefined) return signed
  return eb.or([signed, eb.and([eb('r.status', 'in', UNSIGNED), isWriterOrSigner(eb, doctor)])])
}

function isWriterOrSigner(eb: ReportBuilder, doctor: string): Expression<SqlBool> {
  return eb.or([
    eb('s.assigned_doctor_id', '=', doctor),
    eb('s.signed_by_doctor_id', '=', doctor),
    eb('r.updated_by', '=', doctor),
  ])
}

function comesAfter(caller: Caller, after: string) {
  return sql<boolean>`(s.received_datetime, r.id) < (
    select ls.received_datetime, lr.id from report lr join study ls on ls.client_id = lr.client_id and ls.id = lr.study_id
    where lr.client_id = ${caller.clientId} and lr.id = ${after})`
}
