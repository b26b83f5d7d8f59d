import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { PatientFamily, StudyPerson } from '#domain/prior/same-patient.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { DB } from '#server/kernel/database/schema.ts'
import { visibleStudies } from '../studies/public/rights.ts'

/** A study as read by the search for previous ones. */
export interface KnownStudy extends StudyPerson {
  id: string
  rev: number
  study_iuid: string
  study_desc: string
  modality: string
  branch_id: string | null
  status: ReportStatus
  assigned_doctor_id: string | null
  signed_by_doctor_id: string | null
  /** When it was made; if the image server does not know, when it was received. */
  made: Date
}

const MADE = sql<Date>`coalesce(s.study_datetime, s.received_datetime)`

/** The most studies, newest first, that are considered per record or patient id. */
const LOOKED_AT = 300

/** Selects those of these studies that the caller may see, in the order of `ids`. */
export async function selectAsked(tx: Tx, caller: Caller, ids: readonly string[]): Promise<KnownStudy[]> {
  const rows = await known(tx, caller)
    .where('s.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, knownOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Selects earlier studies of the client that may be of the same person as `study` and that the caller may see: linked
 * to a record of the family, or with one of its patient ids while one of the two is not linked.
 */
export async function selectFormer(
  tx: Tx,
  caller: Caller,
  study: KnownStudy,
  family: PatientFamily,
): Promise<KnownStudy[]> {
  const numbers = [...new Set([study.pat_id, ...family.numbers])].filter((number) => number !== '')
  const earlier = known(tx, caller)
    .where('s.id', '<>', study.id)
    // A split study is a second row for the same images.
    .where('s.study_iuid', '<>', study.study_iuid)
    .where(MADE, '<', study.made)
    .orderBy(MADE, 'desc')
    .limit(LOOKED_AT)
  const ofRecord = family.ids.size > 0 && earlier.where((eb) => anyOf(eb, 's.patient_id', [...family.ids]))
  const isNumbered = (eb: StudyBuilder) => anyOf(eb, 's.pat_id', numbers)
  const ofNumber = numbers.length > 0 && earlier.where(isNumbered)
  const unlinked =
    ofNumber && (study.patient_id === null ? ofNumber : ofNumber.where('s.patient_id', 'is', null))
  const found = await Promise.all([ofRecord, unlinked].map(async (query) => (query ? query.execute() : [])))
  return [...new Map(found.flat().map((row) => [row.id, knownOf(row)])).values()]
}

type StudyBuilder = ExpressionBuilder<DB & { s: DB['study'] }, 's'>

function anyOf(eb: StudyBuilder, column: 's.patient_id' | 's.pat_id', values: string[]): Expression<SqlBool> {
  return eb(column, '=', sql<string>`any(${values})`)
}

const known = (tx: Tx, caller: Caller) =>
  tx
    .selectFrom('study as s')
    .select(['s.id', 's.rev', 's.patient_id', 's.pat_id', 's.pat_name', 's.pat_birthdate', 's.pat_sex'])
    .select(['s.study_iuid', 's.study_desc', 's.modality', 's.branch_id', 's.status'])
    .select(['s.assigned_doctor_id', 's.signed_by_doctor_id', MADE.as('made')])
    .where('s.client_id', '=', caller.clientId)
    .where('s.hidden', 'is', null)
    .where(visibleStudies(caller))

type KnownRow = Awaited<ReturnType<ReturnType<typeof known>['execute']>>[number]

const knownOf = (row: KnownRow): KnownStudy => ({ ...row, status: row.status as ReportStatus })
