import * as z from 'zod/mini'
import { AI_STATUSES } from '#domain/status/ai-status.ts'
import { REPORT_STATUSES } from '#domain/status/report-status.ts'
import { SOURCE_PARTS } from '#domain/study/dicom/source-change.ts'
import { DATE_BASES } from '#domain/study/lists/date-basis.ts'
import { DUE_FILTERS } from '#domain/study/lists/due.ts'
import { STUDY_SORTS } from '#domain/study/lists/sort-studies.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Flag, IdList, Instant, text } from '../kernel/fields.ts'
import { STUDY_MODULES } from '../kernel/modules.ts'
import { ALL_PAGE_SIZE, listOf, PageInput, resultOf } from '../kernel/paging.ts'

/** The three modes of the list screen (docs/studies.md#study-lists). */
export const STUDY_LIST_FLAGS = ['archives', 'worklist', 'portal'] as const
export type StudyListFlag = (typeof STUDY_LIST_FLAGS)[number]
/** The lists of the three screens, and the table of the analytics dashboard, which has a right of its own. */
export const STUDY_MODES = [...STUDY_LIST_FLAGS, 'dashboard'] as const
export type StudyMode = (typeof STUDY_MODES)[number]

/** `link`: studies linked to a visit, and those of the unmatched list. */
export const LINK_FILTERS = ['Linked', 'Unmatched'] as const

/** `assigned_type`: the doctor field that `assigned_doctor_id` is compared with. */
export const ASSIGNED_TYPES = ['Any', 'Assigned', 'Signing', 'Unassigned'] as const

/** How the viewer of an image server opens (docs/masters.md#image-servers-and-branches). */
export const VIEWER_OPEN_TYPES = ['Normal', 'Token'] as const

/** When the visit of a study reached each step; null if it did not, or if there is no visit. */
export const VisitTimes = z.object({
  booking_requested_on: z.nullable(Instant),
  booking_converted_on: z.nullable(Instant),
  visit_started_on: z.nullable(Instant),
  scan_started_on: z.nullable(Instant),
  scan_completed_on: z.nullable(Instant),
})
export type VisitTimes = z.output<typeof VisitTimes>

/** One study as lists, device and report header show it (docs/wire.md#names-and-values; names are the wire's). */
export const StudyRow = z.object({
  id: EntityId,
  study_id: EntityId,
  rev: z.int(),
  client_id: EntityId,
  study_iuid: z.string(),
  pat_id: z.string(),
  pat_name: z.string(),
  pat_sex: z.string(),
  pat_age: z.string(),
  pat_birthdate: z.nullable(Day),
  study_desc: z.string(),
  study_datetime: z.nullable(Instant),
  received_datetime: Instant,
  modality: z.string(),
  no_of_img: z.int(),
  accession_no: z.string(),
  ref_physician: z.string(),
  status: z.enum(REPORT_STATUSES),
  /** Allowed minutes from received to signed. */
  tat: z.int(),
  no_of_reports: z.int(),
  /** Numbers of signed and of verified reports; absent in device copies from before the fields existed. */
  signed_reports: z.optional(z.int()),
  verified_reports: z.optional(z.int()),
  assigned_doctor: z.string(),
  assigned_doctor_id: z.nullable(EntityId),
  assigned_on: z.nullable(Instant),
  signed_by_doctor: z.string(),
  signed_by_doctor_id: z.nullable(EntityId),
  signed_on: z.nullable(Instant),
  verified_on: z.nullable(Instant),
  verified_by_user: z.string(),
  tag_id: z.nullable(EntityId),
  tag: z.string(),
  tag_color: z.string(),
  /** Devices filter by it, as the server does. */
  tag_critical_id: z.nullable(EntityId),
  tag_critical: z.string(),
  tag_color_critical: z.string(),
  src_aet: z.string(),
  branch_id: z.nullable(EntityId),
  branch: z.string(),
  pacs_id: z.nullable(EntityId),
  pacs_type: z.string(),
  viewer_url: z.string(),
  /** The viewer within the client's own network. */
  local_viewer_url: z.string(),
  /** `Token`: a short-lived token is requested before the viewer opens (docs/masters.md#image-servers-and-branches). */
  viewer_open_type: z.enum(VIEWER_OPEN_TYPES),
  /** At the time of the response: `activeAt` computes later states. */
  is_active_for_patient: Flag,
  /** When the activation ends; absent in device copies from before the field existed. */
  active_until: z.optional(z.nullable(Instant)),
  payment_status: z.string(),
  /** The client's patient that the study is linked to, by the rule or by a person. */
  patient_id: z.nullable(EntityId),
  /** 0 while it is in the unmatched list (docs/studies.md). */
  is_linked: Flag,
  /** 1 if its service is an ultrasound of a pregnancy (docs/form-f.md); absent in older copies. */
  is_obstetric: z.optional(Flag),
  /** Since when its image server no longer has it; null while it does. Absent in older device copies. */
  missing_at_source_since: z.optional(z.nullable(Instant)),
  /** Parts that its image server changed and that were not taken over (docs/decisions/305); likewise. */
  source_changed: z.optional(z.array(z.enum(SOURCE_PARTS))),
  /** `Y` while the last report sent by HL7 or XML has not been accepted. */
  is_hl7_report_send_err: z.enum(['', 'Y']),
  /** The newest requested AI result. */
  ai_report: z.nullable(
    z.object({
      id: EntityId,
      status: z.enum(AI_STATUSES),
      /** 1 if the company calls its result critical; absent in older device copies. */
      critical: z.optional(Flag),
    }),
  ),
  /** Only in pages for a file, and only if the client has the longer CSV. */
  visit_times: z.optional(VisitTimes),
})
export type StudyRow = z.output<typeof StudyRow>

/** Filters of a study list (docs/studies.md#study-lists, docs/wire.md#paths-and-bases); absent fields do not filter. */
export const StudyFilterFields = {
  assigned_doctor_id: z.optional(EntityId),
  assigned_type: z._default(z.enum(ASSIGNED_TYPES), 'Any'),
  status: z.optional(z.enum(REPORT_STATUSES)),
  /** Whether the study is linked to a visit (docs/studies.md). */
  link: z.optional(z.enum(LINK_FILTERS)),
  /** Free-text keyword over name, patient id, accession number and study description. */
  k: z.optional(text(100)),
  branch_id: z.optional(EntityId),
  branch: z.optional(EntityId),
  modality: z.optional(text(16)),
  /** Studies of a service of this department; device copies lack it, so only the server can filter by it. */
  department_id: z.optional(EntityId),
  /** Between these days, both included, in the caller's zone, by the moment that `date_col` names. */
  from_date: z.optional(Day),
  to_date: z.optional(Day),
  /** Absent means the time of receipt. */
  date_col: z.optional(z.enum(DATE_BASES)),
  /** Unsigned studies, by their remaining time. */
  due: z.optional(z.enum(DUE_FILTERS)),
  /** Studies whose report one of these doctors signed. */
  report_by_ids: z.optional(IdList),
  tag_ids: z.optional(IdList),
  tag_ids_critical: z.optional(IdList),
  pat_id: z.optional(text(64)),
  pat_name: z.optional(text(100)),
  accession_no: z.optional(text(64)),
  ref_physician: z.optional(text(100)),
  /** The order of the list; absent means newest first. */
  sort: z.optional(z.enum(STUDY_SORTS)),
} as const

const flag = z._default(z.enum(STUDY_MODES), 'archives')

/** A page of a study list. */
export const StudyListInput = z.strictObject({ ...PageInput, flag, ...StudyFilterFields })
export type StudyListInput = z.output<typeof StudyListInput>

/** The same in larger pages, for files: a screen uses only the first one (docs/wire.md). */
const StudyListAllInput = z.strictObject({
  ...PageInput,
  ps: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), ALL_PAGE_SIZE),
  flag,
  ...StudyFilterFields,
})

/** The table of the analytics dashboard: pages for the screen, and with `forCsv` those of its file. */
const DashboardListInput = z.strictObject({
  ...PageInput,
  ...StudyFilterFields,
  forCsv: z.optional(z.literal('T')),
})

export const studyCalls = {
  getList: defineCall({
    key: 'study/getList',
    module: STUDY_MODULES,
    base: 'api',
    method: 'POST',
    path: 'study/getList',
    access: 'session',
    offline: { kind: 'cache', table: 'studies' },
    input: StudyListInput,
    output: listOf(StudyRow),
  }),
  getListAll: defineCall({
    key: 'study/getList/ALL',
    module: STUDY_MODULES,
    base: 'api',
    method: 'POST',
    path: 'study/getList/ALL',
    access: 'session',
    offline: { kind: 'cache', table: 'studies' },
    input: StudyListAllInput,
    output: listOf(StudyRow),
  }),
  getListDashboard: defineCall({
    key: 'study/getList/Dashboard',
    module: STUDY_MODULES,
    base: 'api',
    method: 'POST',
    path: 'study/getList/Dashboard',
    access: 'view_dashboard',
    offline: { kind: 'cache', table: 'studies' },
    input: DashboardListInput,
    output: listOf(StudyRow),
  }),
  rowDetail: defineCall({
    key: 'study/rowDetail',
    module: STUDY_MODULES,
    base: 'api',
    method: 'GET',
    path: 'study/rowDetail/{id}',
    access: 'session',
    offline: { kind: 'cache', table: 'studies' },
    input: z.strictObject({ id: EntityId }),
    output: resultOf(StudyRow),
  }),
  getUsedModalities: defineCall({
    key: 'study/getUsedModalities',
    module: STUDY_MODULES,
    base: 'api',
    method: 'GET',
    path: 'study/getUsedModalities',
    access: 'session',
    offline: { kind: 'cache', table: 'studies' },
    input: z.strictObject({}),
    output: resultOf(z.array(z.string())),
  }),
} as const
