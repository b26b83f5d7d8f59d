import * as z from 'zod/mini'
import { LANGUAGES } from '#domain/language/languages.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Instant } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { ScreenUid } from '../masters/que-screen.ts'
import { ServiceStatusField, VisitRow } from './visit-records.ts'

/** Add Minutes offers 5 to 60 in steps of 5 (docs/wire.md#lists-and-limits). */
export const ADD_MINUTES = [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60] as const

/** An examination in the queue (docs/visits.md#examination-queue). */
export const ExamItem = z.object({
  /** The id of the service. */
  id: EntityId,
  accession_no: z.string(),
  modality: z.string(),
  start_dt: Instant,
  exm_start_dt: z.nullable(Instant),
  exm_end_dt: z.nullable(Instant),
  pat_name: z.string(),
  pat_id: z.string(),
  name: z.string(),
  code: z.string(),
  status: ServiceStatusField,
  machine_id: z.nullable(EntityId),
  department_id: z.nullable(EntityId),
  is_bring_next: z.enum(['Y', 'N']),
  his_req: z.object({ ipno: z.string(), bedno: z.string() }),
  appt_id: EntityId,
})
export type ExamItem = z.output<typeof ExamItem>

/** The stream of a public display: poke-only, by the screen's uid, read by EventSource (docs/decisions/128). */
export const QUE_STREAM_PATH = '/phpapi/index.php/que/stream'

/** An examination on the public display (docs/visits.md#queue-display): a token, and initials by setting. */
export const QueItem = z.object({
  id: EntityId,
  machine_id: EntityId,
  machine: z.string(),
  status: z.int(),
  status_name: z.string(),
  /** The token: the number of the visit. A patient's own id may be a national one and is never shown here. */
  pat_id: z.string(),
  /** Empty unless the client shows them. */
  initials: z.string(),
  exm_end_dt: z.nullable(Instant),
  is_bring_next: z.enum(['Y', 'N']),
})
export type QueItem = z.output<typeof QueItem>

const serviceOfVisit = {
  kind: 'queue',
  version: 1,
  /** A device names the visit; without it the change is ordered only with others of its service. */
  aggregate: ({ id, appt_id }: { id: string; appt_id?: string | undefined }) => ({
    type: 'visit',
    id: appt_id ?? id,
  }),
} as const
/** `id` of the service suffices; with the visit's id the change is ordered with the visit's other changes. */
const ServiceOfVisit = { id: EntityId, appt_id: z.optional(EntityId) }
const common = { module: 'appointment_system', base: 'php' } as const
const Done = z.object({ message: z.string(), result: z.object({ visit: VisitRow }) })

/** The examination queue (docs/visits.md#examination-queue) and the public display (docs/visits.md#queue-display). */
export const examQueueCalls = {
  examServices: defineCall({
    ...common,
    key: 'appt/examServices',
    method: 'GET',
    path: 'appt/examServices',
    access: 'scan_worklist',
    offline: { kind: 'cache', table: 'visits' },
    input: z.strictObject({ branch_id: EntityId, from_date: Day, to_date: Day }),
    output: resultOf(z.array(ExamItem)),
  }),
  addMinutes: defineCall({
    ...common,
    key: 'que/addMinutesInExamTime',
    method: 'POST',
    path: 'que/addMinutesInExamTime',
    access: 'scan_worklist',
    offline: serviceOfVisit,
    input: z.strictObject({ ...ServiceOfVisit, minutes: z.literal(ADD_MINUTES) }),
    output: Done,
  }),
  setBringNext: defineCall({
    ...common,
    key: 'que/setBringNext',
    method: 'POST',
    path: 'que/setBringNext',
    access: 'scan_worklist',
    offline: serviceOfVisit,
    input: z.strictObject({ ...ServiceOfVisit, value: z.enum(['Y', 'N']) }),
    output: Done,
  }),
} as const

/** No sign-in: the screen's unguessable uid is the only right required (docs/people.md#devices-without-a-vault). */
export const queDisplayCalls = {
  list: defineCall({
    base: 'php',
    key: 'que/getQueList',
    method: 'GET',
    path: 'que/getQueList',
    access: 'public',
    offline: { kind: 'never' },
    /** A display shows today: the dates of the spec's own client are accepted and ignored. */
    input: z.strictObject({
      uid: z.optional(ScreenUid),
      screen_uid: z.optional(ScreenUid),
      from_date: z.optional(Day),
      to_date: z.optional(Day),
    }),
    output: resultOf(
      z.object({
        screen: z.string(),
        branch: z.string(),
        time_zone: z.string(),
        /** Of the branch's patients; absent if it has none. */
        language: z.optional(z.enum(LANGUAGES)),
        machines: z.array(z.object({ id: EntityId, name: z.string() })),
        items: z.array(QueItem),
        at: Instant,
      }),
    ),
  }),
  banner: defineCall({
    base: 'php',
    key: 'que/displayBanner',
    method: 'GET',
    path: 'que/displayBanner',
    access: 'public',
    offline: { kind: 'never' },
    input: z.strictObject({ uid: ScreenUid }),
    output: resultOf(z.object({ file_url: z.string(), type: z.enum(['', 'image', 'video']) })),
  }),
} as const
