import * as z from 'zod/mini'
import { PROOF_KINDS } from '#domain/sharing/proof.ts'
import { REPORT_STATUSES } from '#domain/status/report-status.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Flag, Instant, text } from '../kernel/fields.ts'
import { READING_MODULES, STUDY_MODULES } from '../kernel/modules.ts'
import { listOf, PageInput, resultOf } from '../kernel/paging.ts'
import { FiledReport } from './filed-report.ts'

const never = { kind: 'never' } as const

/** Modules that give patients pages of their own: results, requests for an appointment, bookings. */
const OWN_PAGES = ['patient_portal', 'pat_booking_request', 'appointment_system'] as const

/** Rows per page of My Patients (docs/wire.md#lists-and-limits). */
export const MY_PATIENTS_PAGE_SIZE = 500

/** The card of a patient (docs/screens.md#the-shell). */
const PatientCard = z.object({
  id: EntityId,
  pat_id: z.string(),
  name: z.string(),
  dob: z.nullable(Day),
  age: z.string(),
  gender: z.string(),
  bloodgroup: z.string(),
  weight: z.string(),
  height: z.string(),
})
export type PatientCard = z.output<typeof PatientCard>

/** An examination of a patient; the addresses are present only if the reader may open them now. */
export const PatientStudy = z.object({
  study_id: EntityId,
  visit_no: z.string(),
  service: z.string(),
  modality: z.string(),
  study_datetime: Instant,
  branch: z.string(),
  /** Times are shown in its zone; absent in older responses stored on a device. */
  branch_id: z.optional(z.nullable(EntityId)),
  status: z.enum(REPORT_STATUSES),
  signed_reports: z.optional(z.int()),
  is_active_for_patient: Flag,
  is_unpaid: Flag,
  viewer_url: z.string(),
})
export type PatientStudy = z.output<typeof PatientStudy>

/** An upcoming visit. */
const UpcomingVisit = z.object({
  visit_no: z.string(),
  start_dt: Instant,
  branch: z.string(),
  branch_id: z.optional(EntityId),
  services: z.array(z.string()),
})
export type UpcomingVisit = z.output<typeof UpcomingVisit>

/** An examination of a referrer's patient; the status is Pending while nothing was received. */
const ReferredStudy = z.object({
  /** The service's id. */
  id: EntityId,
  study_id: z.nullable(EntityId),
  start_dt: Instant,
  branch_id: z.optional(EntityId),
  pat_id: z.string(),
  pat_name: z.string(),
  service: z.string(),
  status: z.enum(REPORT_STATUSES),
  verified_reports: z.optional(z.int()),
  viewer_url: z.string(),
  is_unpaid: Flag,
})
export type ReferredStudy = z.output<typeof ReferredStudy>

export const patientCalls = {
  studyPatientDtl: defineCall({
    key: 'study/studyPatientDtl',
    module: STUDY_MODULES,
    base: 'api',
    method: 'POST',
    path: 'study/studyPatientDtl',
    access: 'session',
    offline: never,
    /**
     * Searched by the patient's id, by a study, or by the human-readable number; a PATIENT always gets their own
     * record. `loginUrl` is accepted as in the spec but ignored; addresses for sign-in come from portal/giveAccess.
     */
    input: z.strictObject({
      patient_id: z.optional(EntityId),
      pat_id: z.optional(text(64)),
      study_id: z.optional(EntityId),
      loginUrl: z.optional(text(500)),
      getUpcomingBookings: z.optional(z.union([Flag, z.boolean()])),
    }),
    output: resultOf(
      z.object({
        patient: PatientCard,
        upcoming: z.array(UpcomingVisit),
        studies: z.array(PatientStudy),
      }),
    ),
  }),
  proofAsked: defineCall({
    key: 'portal/proofAsked',
    module: OWN_PAGES,
    base: 'api',
    method: 'GET',
    path: 'portal/proofAsked',
    access: 'session',
    offline: never,
    input: z.strictObject({}),
    /** Whether this session of a PATIENT has already proven its identity, and the proof to ask for. */
    output: resultOf(z.object({ is_proven: Flag, asks: z.enum(PROOF_KINDS) })),
  }),
  filedReport: defineCall({
    key: 'portal/report',
    module: OWN_PAGES,
    base: 'api',
    method: 'GET',
    path: 'portal/report/{study_id}',
    access: 'session',
    offline: never,
    input: z.strictObject({ study_id: EntityId }),
    output: resultOf(FiledReport),
  }),
  myPatients: defineCall({
    key: 'referrer/myPatients',
    module: READING_MODULES,
    base: 'api',
    method: 'GET',
    path: 'referrer/myPatients',
    access: 'session',
    offline: never,
    input: z.strictObject({
      ...PageInput,
      from_date: z.optional(Day),
      to_date: z.optional(Day),
    }),
    output: listOf(ReferredStudy),
  }),
} as const

/** Mounted by serveLiveCalls: a wrong response must be counted although it is refused. */
export const patientProofCalls = {
  prove: defineCall({
    key: 'portal/prove',
    module: OWN_PAGES,
    base: 'api',
    method: 'POST',
    path: 'portal/prove',
    access: 'session',
    offline: never,
    /** The date of birth (YYYY-MM-DD), or the patient's number if no date is known. */
    input: z.strictObject({ answer: text(64) }),
    output: z.object({ message: z.string() }),
  }),
} as const
