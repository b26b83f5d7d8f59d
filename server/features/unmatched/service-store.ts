import { sql } from 'kysely'
import type { MatchService, MatchStudy } from '#domain/match/match-visit.ts'
import { serviceIdOfUid, studyUidOf } from '#domain/study/dicom/study-uid.ts'
import type { Tx } from '#server/kernel/context.ts'
import { searchConditions } from '#server/kernel/database/search-conditions.ts'

/** An active service with its visit and patient, for matching and suggestions. */
export interface ServiceRecord extends MatchService {
  id: string
  name: string
  visit_no: string
  patient_id: string
  branch: string
  start_dt: Date
  is_taken: boolean
  /** False for a consumable and for clinical services, which have no images. */
  is_examination: boolean
  /** The doctors whom the desk assigned to the examination before its images arrived. */
  assigned_doctor_id: string | null
  signed_by_doctor_id: string | null
  /** The service's own tag, otherwise the visit's. */
  tag_id: string | null
  /** The visit's payment status. */
  payment_status: string
  /** The report's target times in minutes of the service and of its department; 0 if not set. */
  service_tat: number
  department_tat: number
}

/** The status of a cancelled service (docs/visits.md#visit-and-service-status). */
const CANCELLED = 12

/** Over `vs` and `v`: services with images; only these are suggested or auto-linked. */
const IS_EXAMINATION = sql<boolean>`(vs.type = 'Exam_Service' and v.is_radiology)`

interface Row extends Omit<ServiceRecord, 'at'> {}

/** Selects services by a condition over `vs` (service), `v` (visit) and `p` (patient); omits cancelled ones. */
async function selectServices(
  tx: Tx,
  clientId: string,
  condition: ReturnType<typeof sql<boolean>>,
  limit: number,
): Promise<ServiceRecord[]> {
  const { rows } = await sql<Row>`
    select vs.id, vs.name, vs.modality, vs.accession_no, vs.study_iuid, vs.start_dt, v.visit_no, v.branch_id, b.name as branch,
      p.id as patient_id, p.pat_id, trim(p.fname || ' ' || p.lname) as pat_name, p.dob as pat_birthdate,
      p.gender as pat_sex, vs.assigned_doctor_id, vs.signed_by_doctor_id, v.payment_status,
      coalesce(vs.tag_id, v.tag_id) as tag_id, coalesce(m.tat, 0) as service_tat, coalesce(dc.tat, 0) as department_tat,
      ${IS_EXAMINATION} as is_examination,
      exists (select from study s where s.client_id = vs.client_id and s.visit_service_id = vs.id and s.hidden is null) as is_taken
    from visit_service vs
    join visit v on v.client_id = vs.client_id and v.id = vs.visit_id
    join patient p on p.client_id = v.client_id and p.id = v.patient_id
    join branch b on b.client_id = v.client_id and b.id = v.branch_id
    left join service m on m.client_id = vs.client_id and m.id = vs.service_id
    left join department_client dc on dc.client_id = vs.client_id
      and dc.id = coalesce(vs.department_id, m.department_id)
    where vs.client_id = ${clientId} and vs.status <> ${CANCELLED} and v.status <> ${CANCELLED} and p.hidden is null
      and ${condition}
    order by vs.start_dt desc, vs.id
    limit ${limit}`.execute(tx)
  return rows.map((row) => ({
    ...row,
    study_iuid: row.study_iuid || studyUidOf(row.id),
    at: row.start_dt.getTime(),
  }))
}

/** Returns one service, or undefined if there is none. */
export async function findService(tx: Tx, clientId: string, id: string): Promise<ServiceRecord | undefined> {
  const [found] = await selectServices(tx, clientId, sql<boolean>`vs.id = ${id}`, 1)
  return found
}

/**
 * Selects the examinations with exactly this accession number, of all patients; a number that an offline device
 * assigned counts too.
 */
export async function selectByAccession(
  tx: Tx,
  clientId: string,
  accessionNo: string,
): Promise<ServiceRecord[]> {
  const isIts = sql<boolean>`${IS_EXAMINATION} and (vs.accession_no = ${accessionNo}
    or (vs.accession_alias <> '' and vs.accession_alias = ${accessionNo}))`
  const services = await selectServices(tx, clientId, isIts, 10)
  return services.map((service) => ({ ...service, accession_no: accessionNo }))
}

/** The days around a study in which matching services are searched. */
const WINDOW_DAYS = 7
const CANDIDATES_MAX = 3_000

/**
 * Selects the possible services of a study: examinations of these days, and those with the same study UID, number,
 * patient id or birth date.
 */
export function selectCandidates(
  tx: Tx,
  clientId: string,
  study: Pick<MatchStudy, 'at' | 'accession_no' | 'study_iuid' | 'pat_id' | 'pat_birthdate'>,
): Promise<ServiceRecord[]> {
  const from = new Date(study.at - WINDOW_DAYS * 86_400_000)
  const to = new Date(study.at + WINDOW_DAYS * 86_400_000)
  // One subquery per index: an `or` over two tables would first join the whole archive.
  const near = sql<boolean>`${IS_EXAMINATION} and vs.id in (
    select id from visit_service where client_id = ${clientId} and start_dt between ${from} and ${to}
    union all select id from visit_service
      where client_id = ${clientId} and accession_no <> '' and accession_no = ${study.accession_no}
    union all select id from visit_service where client_id = ${clientId}
      and (id = ${serviceIdOfUid(study.study_iuid) ?? null} or (study_iuid <> '' and study_iuid = ${study.study_iuid}))
    union all select s.id from patient o join visit w on w.client_id = o.client_id and w.patient_id = o.id
      join visit_service s on s.client_id = w.client_id and s.visit_id = w.id
      where o.client_id = ${clientId}
        and (upper(o.pat_id) = upper(${study.pat_id}) or o.dob = ${study.pat_birthdate}::date))`
  return selectServices(tx, clientId, near, CANDIDATES_MAX)
}

/**
 * Selects the examinations whose visit number, accession number, patient id or patient's name contain these words.
 */
export function searchServices(tx: Tx, clientId: string, words: string): Promise<ServiceRecord[]> {
  const columns = [sql`v.visit_no`, sql`vs.accession_no`, sql`p.pat_id`, sql`p.fname`, sql`p.lname`]
  const conditions = [IS_EXAMINATION, ...searchConditions(columns, words)]
  return selectServices(tx, clientId, sql<boolean>`${sql.join(conditions, sql` and `)}`, 20)
}

/** What the desk may have chosen for a study before it arrived. */
interface Chosen {
  assigned_doctor_id?: string | null | undefined
  signed_by_doctor_id?: string | null | undefined
  tag_id?: string | null | undefined
}

/** Returns the doctors that the desk chose, for a study without any. */
export function doctorsOf(service: ServiceRecord, study: Chosen, now: Date) {
  if (study.assigned_doctor_id || study.signed_by_doctor_id) return {}
  const { assigned_doctor_id, signed_by_doctor_id } = service
  return { assigned_doctor_id, signed_by_doctor_id, assigned_on: assigned_doctor_id && now }
}

/** Returns the tag that the desk chose, for a study without one. */
export const tagOf = (service: ServiceRecord, study: Chosen) =>
  study.tag_id ? {} : { tag_id: service.tag_id }
