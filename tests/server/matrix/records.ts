import { AL_NOOR, SANJEEVANI } from '#server/features/demo/centres.ts'
import type { Column, Whose } from './people.ts'

/** Queries the database without row-level security. */
export type Ask = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>

/** A client and one of its branches, whose records a call names. */
interface SampleClient {
  client: string
  branch: string
  /** A person who works there, and a doctor who reads there. */
  person: string
  doctor: string
}

const [ANDHERI, KOTHRUD] = SANJEEVANI.branches.map(({ id }) => id) as [string, string]
const SALMIYA = AL_NOOR.branches[0]?.id ?? ''

export const PLACES: Readonly<Record<Whose, SampleClient>> = {
  own: { client: SANJEEVANI.id, branch: ANDHERI, person: 'reception.andheri', doctor: 'dr.iyer' },
  branch: { client: SANJEEVANI.id, branch: KOTHRUD, person: 'reception.kothrud', doctor: 'dr.deshpande' },
  client: { client: AL_NOOR.id, branch: SALMIYA, person: 'reception.salmiya', doctor: 'dr.sabah' },
}

/** Of the own branch's records, the person's own ones: the worklist's, the referrer's, the patient's. */
const OWN_STUDY: Partial<Record<Column, string>> = {
  radiologist: `s.assigned_doctor_id = (select id from app_user where username = 'dr.iyer')`,
  resident: `s.assigned_doctor_id = (select id from app_user where username = 'dr.kulkarni')`,
  referrer: `(v.ref_dr_id = (select id from app_user where username = 'ref.bhat'))`,
  patient: `p.user_id = (select id from app_user where username = 'patient.asha')`,
}

/** The study, its visit, its patient and its critical result, which belong together. $1: client, $2: branch. */
const CORE = (condition: string) => `
  select s.id as study, v.id as visit, p.id as patient, vs.id as visit_service, vs.visit_machine_id as visit_machine,
    s.study_iuid, r.id as report, r.report_no, r.signed_hash,
    (select id from receipt t where t.client_id = $1 and t.visit_id = v.id and t.status = 'Received' order by id limit 1) as receipt,
    (select id from refund t where t.client_id = $1 and t.visit_id = v.id order by id limit 1) as refund,
    (select id from critical_result t where t.client_id = $1 and t.study_id = s.id order by closed_on is null desc, id limit 1) as critical
  from study s
  join visit_service vs on vs.client_id = s.client_id and vs.id = s.visit_service_id
  join visit v on v.client_id = s.client_id and v.id = vs.visit_id
  join patient p on p.client_id = s.client_id and p.id = v.patient_id
  left join report r on r.client_id = s.client_id and r.study_id = s.id and r.is_main
  where s.client_id = $1 and s.branch_id = $2 and s.hidden is null and ${condition}
  order by (r.status in ('Signed', 'Verified')) desc nulls last, (v.received > 0) desc, s.id limit 1`

const byId = (table: string, condition = 'true') =>
  `select id from ${table} where client_id = $1 and ${condition} order by id limit 1`
const ofBranch = (table: string) =>
  `select id from ${table} where client_id = $1 and branch_id = $2 order by id limit 1`
const ofVisit = (table: string, condition = 'true') =>
  `select t.id from ${table} t join visit v on v.client_id = t.client_id and v.id = t.visit_id
    where t.client_id = $1 and v.branch_id = $2 and ${condition} order by t.id limit 1`
const ofStudy = (table: string, condition = 'true') =>
  `select t.id from ${table} t join study s on s.client_id = t.client_id and s.id = t.study_id
    where t.client_id = $1 and s.branch_id = $2 and ${condition} order by t.id limit 1`
const OF_PLATFORM = `(select id from client where id not in (select client_id from branch))`
const ofPlatform = (table: string, condition = 'true') =>
  `select id from ${table} where client_id = ${OF_PLATFORM} and ${condition} order by name limit 1`

/** SQL that finds the id of a record of each kind: $1 is the client, $2 the branch. */
const FOUND = {
  branch: 'select $2 as id',
  client: 'select $1 as id',
  booking_request: `select id from booking_request where client_id = $1 and branch_id = $2 and status = 'Requested' order by id limit 1`,
  study_comment: ofStudy('study_comment', 't.hidden is null'),
  study_document: ofStudy('study_document'),
  follow_up: ofStudy('follow_up'),
  peer_reading: `select id from peer_reading where client_id = $1 and branch_id = $2 and read_on is null order by id limit 1`,
  peer_point: `select id from peer_reading where client_id = $1 and branch_id = $2 and read_on is not null order by id limit 1`,
  ai_report: ofStudy('ai_report'),
  addendum: ofStudy('report_addendum'),
  share_link: ofStudy('share_link'),
  lab_report: ofVisit('lab_report'),
  visit_comment: ofVisit('visit_comment'),
  visit_document: ofVisit('visit_document'),
  treatment: ofVisit('treatment'),
  prescription: ofVisit('prescription'),
  consent: ofVisit('patient_consent'),
  pending_study: `select id from study where client_id = $1 and branch_id = $2 and visit_service_id is null order by id limit 1`,
  second_patient: `select id from patient where client_id = $1 and merged_into_id is null order by id desc limit 1`,
  file: `select d.file_id as id from study_document d join study s on s.client_id = d.client_id and s.id = d.study_id
    where d.client_id = $1 and s.branch_id = $2 order by 1 limit 1`,
  message: ofStudy('message'),
  day_close: ofBranch('day_close'),
  month_lock: ofBranch('month_lock'),
  printed_paper: `select id from printed_paper where client_id = $1 and $2 = any(branch_ids) order by id limit 1`,
  reader_payout: byId('reader_payout'),
  patient_merge: `select m.id from patient_merge m join visit v on v.client_id = m.client_id and v.patient_id = m.kept_id
    where m.client_id = $1 and v.branch_id = $2 order by 1 limit 1`,
  saved_filter: byId('saved_filter'),
  notification: byId('notification'),
  machine: ofBranch('machine'),
  machine_department: `select department_id as id from machine where client_id = $1 and branch_id = $2 order by machine.id limit 1`,
  machine_service: `select s.id from service s where s.client_id = $1 and s.hidden is null and s.department_id =
    (select department_id from machine where client_id = $1 and branch_id = $2 order by id limit 1) order by s.id limit 1`,
  que_screen: ofBranch('que_screen'),
  pacs: byId('pacs'),
  study_tag: byId('study_tag', `type = 'Normal'`),
  critical_tag: byId('study_tag', `type = 'Critical'`),
  service: byId('service', `hidden is null`),
  package: byId('package'),
  discount_head: byId('discount_head'),
  payment_type_scheme: byId('payment_type_scheme'),
  ref_dr_scheme: byId('ref_dr_scheme'),
  shortcut: byId('shortcut'),
  template: byId('template'),
  template_category: byId('template_category'),
  consent_form: byId('consent_form'),
  role: `select id::text from role where client_id = $1 and name = 'Reception' limit 1`,
  referrer: `select coalesce(
      (select id from app_user where client_id = $1 and is_ref_doctor order by id limit 1),
      (select id from app_user where client_id = $1 and is_doctor order by id limit 1)) as id`,
  device: byId('device'),
  department: ofPlatform('department', 'isradiology'),
  document_tag: ofPlatform('document_tag'),
  body_part: ofPlatform('ai_body_part'),
  commission_ban: ofPlatform('commission_ban'),
  ai_company: `select id from ai_company order by name limit 1`,
  licence: `select id from licence order by name limit 1`,
} as const satisfies Record<string, string>

const CORE_KINDS = [
  'study',
  'visit',
  'patient',
  'visit_service',
  'visit_machine',
  'report',
  'receipt',
  'refund',
  'critical',
] as const
export type Kind = keyof typeof FOUND | (typeof CORE_KINDS)[number] | 'person' | 'doctor'

/** Ids by kind, and other values of the study that a call names. */
export interface Records {
  whose: Whose
  ids: Readonly<Record<Kind, string>>
  study_iuid: string
  report_no: number
  signed_hash: string
  screen_uid: string
}

/** An id that belongs to no record. */
export const NO_RECORD = '019a0000-0000-7000-8000-00000000dead'

/** Returns the ids of a place's records by kind; a missing kind gets the id of no record. */
async function findOfPlace(
  ask: Ask,
  { client, branch, person, doctor }: SampleClient,
): Promise<Partial<Record<Kind, string>>> {
  const ids: Partial<Record<Kind, string>> = {}
  for (const [kind, text] of Object.entries(FOUND)) {
    // Some statements use only the branch, or neither: PostgreSQL refuses unused parameters.
    const named = text.replaceAll('$1', `'${client}'::uuid`).replaceAll('$2', `'${branch}'::uuid`)
    const [row] = await ask<{ id: string }>(named, [])
    ids[kind as Kind] = row?.id ?? NO_RECORD
  }
  for (const [kind, username] of Object.entries({ person, doctor })) {
    const [row] = await ask<{ id: string }>('select id from app_user where username = $1', [username])
    ids[kind as Kind] = row?.id ?? NO_RECORD
  }
  return ids
}

/** Returns the records that each person's calls name in one of the places. */
export async function findRecords(
  ask: Ask,
  columns: readonly Column[],
  whose: Whose,
): Promise<ReadonlyMap<Column, Records>> {
  const { client, branch } = PLACES[whose]
  const common = await findOfPlace(ask, PLACES[whose])
  const [screen] = await ask<{ uid: string }>(
    'select uid from que_screen where client_id = $1 and branch_id = $2 order by id limit 1',
    [client, branch],
  )
  const found = new Map<Column, Records>()
  for (const column of columns) {
    const own = OWN_STUDY[column] ?? OWN_STUDY.radiologist ?? 'true'
    const [core] = await ask<Record<string, string | null>>(CORE(whose === 'own' ? own : 'true'), [
      client,
      branch,
    ])
    if (core === undefined) throw new Error(`no study of ${column} in ${whose}`)
    const ofStudy = CORE_KINDS.map((kind) => [kind, core[kind] ?? NO_RECORD])
    found.set(column, {
      whose,
      ids: { ...common, ...Object.fromEntries(ofStudy) } as Record<Kind, string>,
      study_iuid: core.study_iuid ?? '',
      report_no: Number(core.report_no ?? 1),
      signed_hash: core.signed_hash ?? '0'.repeat(64),
      screen_uid: screen?.uid ?? 'x'.repeat(32),
    })
  }
  return found
}
