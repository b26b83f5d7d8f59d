import { type RawBuilder, sql } from 'kysely'
import type { WorklistReason } from '#domain/study/dicom/worklist-reasons.ts'
import type { DicomSet } from '#server/integrations/modality-worklist/matching.ts'
import { ANSWERS_MAX } from '#server/integrations/modality-worklist/worklist-server.ts'
import type { Tx } from '#server/kernel/context.ts'
import { rowsOf, WORKLIST_ROWS, type WorklistQuestion, worklistConditions } from './worklist-conditions.ts'
import { type WorklistService, worklistItem } from './worklist-item.ts'

/** One more than the maximum answer, to detect a query that is too wide. */
const ROWS_MAX = ANSWERS_MAX + 1
/** Maximum number of services checked for one searched number. */
const SOUGHT_MAX = 50

/** Returns true if an active machine of the client has this title. */
export async function knowsMachine(tx: Tx, clientId: string, aet: string): Promise<boolean> {
  const found = await tx
    .selectFrom('machine')
    .select('id')
    .where('client_id', '=', clientId)
    .where('aet', '=', aet)
    .where('hidden', 'is', null)
    .where('active', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

const COLUMNS = sql`s.id, s.name, s.code, s.modality, s.accession_no, s.start_dt, s.status, s.study_iuid,
      v.visit_no, coalesce(m.name, '') as machine, coalesce(m.aet, '') as aet,
      coalesce(m.modality, '') as machine_modality, b.time_zone,
      p.pat_id, p.fname, p.lname, p.dob, p.gender, p.weight, p.height, p.allergies, p.is_vip,
      coalesce(r.name, '') as ref_dr, coalesce(d.name, '') as doctor`

/**
 * The selection of the worklist, filtered only by its conditions. Reads at most one row beyond the limit and sorts
 * afterwards: a query that is too wide gets no answer.
 */
export function worklistSelection(question: WorklistQuestion, now: Date): RawBuilder<WorklistService> {
  const conditions = worklistConditions(question, now).map(({ holds }) => sql`(${holds})`)
  return sql<WorklistService>`
    select * from (
      select ${COLUMNS} from ${rowsOf(question, now)}
      where s.client_id = ${question.clientId} and ${sql.join(conditions, sql` and `)}
      limit ${ROWS_MAX}) as found
    order by start_dt, id`
}

/**
 * Returns the services of a machine's worklist: exam services of started visits at its branches that wait for their
 * scan or are being scanned, with their machine, by time. More than ANSWERS_MAX means that the query is too wide.
 */
export async function selectWorklistServices(
  tx: Tx,
  question: WorklistQuestion,
  now: Date,
): Promise<WorklistService[]> {
  return (await worklistSelection(question, now).execute(tx)).rows
}

/** Returns the worklist of a machine. */
export async function selectWorklist(tx: Tx, question: WorklistQuestion, now: Date): Promise<DicomSet[]> {
  return (await selectWorklistServices(tx, question, now)).map((service) => worklistItem(service))
}

/** A searched service, and the conditions of the selection that it does not meet. */
export interface SoughtService extends WorklistService {
  branch: string
  reasons: WorklistReason[]
}

/**
 * Returns the services of a number (accession, patient or visit; as typed or in capitals), those closest to now
 * first.
 */
export async function selectSoughtServices(
  tx: Tx,
  question: WorklistQuestion,
  { number, now }: { number: string; now: Date },
): Promise<SoughtService[]> {
  const { clientId } = question
  const spelled = [number, number.toUpperCase()]
  const reasons = worklistConditions(question, now).map(
    ({ holds, reason }) => sql`case when (${holds}) then null else ${reason} end`,
  )
  const { rows } = await sql<SoughtService>`
    select ${COLUMNS}, b.name as branch, array_remove(array[${sql.join(reasons)}], null) as reasons
    from ${WORKLIST_ROWS}
    where s.client_id = ${clientId} and s.id in (
      select id from visit_service where client_id = ${clientId} and accession_no = any(${spelled})
      union
      -- The number that an offline desk printed before the final one came.
      select id from visit_service
        where client_id = ${clientId} and accession_alias <> '' and accession_alias = any(${spelled})
      union
      select e.id from visit_service e join visit w on w.client_id = e.client_id and w.id = e.visit_id
        where w.client_id = ${clientId} and w.visit_no = any(${spelled})
      union
      select e.id from patient o join visit w on w.client_id = o.client_id and w.patient_id = o.id
        join visit_service e on e.client_id = w.client_id and e.visit_id = w.id
        where o.client_id = ${clientId} and upper(o.pat_id) = ${number.toUpperCase()})
    order by abs(extract(epoch from s.start_dt - ${now}::timestamptz)), s.id
    limit ${SOUGHT_MAX}`.execute(tx)
  return rows.map((row) => ({ ...row, reasons: [...new Set(row.reasons)] }))
}
