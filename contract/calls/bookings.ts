import * as z from 'zod/mini'
import { BOOKING_STATUSES } from '#domain/status/booking-status.ts'
import { UPCOMING_STATUSES } from '#domain/status/visit-status.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Flag, IdList, Instant, text } from '../kernel/fields.ts'
import { listOf, PageInput, resultOf } from '../kernel/paging.ts'
import { PatientStudy } from './patients.ts'
import { VisitRow } from './visit-records.ts'

/** Rows per page of booking requests (docs/wire.md#lists-and-limits). */
export const BOOKING_PAGE_SIZE = 25
export const BOOKING_SORTS = ['date_asc', 'date_desc', 'tag_top'] as const

/** A request of a patient or of a hospital system (docs/visits.md#booking-requests). */
export const BookingRow = z.object({
  id: EntityId,
  rev: z.int(),
  appt_id: z.nullable(EntityId),
  source: z.enum(['Patient', 'HL7', 'Api']),
  patient_id: z.nullable(EntityId),
  pat_first_name: z.string(),
  pat_last_name: z.string(),
  pat_id: z.string(),
  pat_dob: z.nullable(Day),
  gender: z.string(),
  mobile: z.string(),
  ref_doctor_name: z.string(),
  ipno: z.string(),
  bedno: z.string(),
  study_desc: z.string(),
  accession_no: z.string(),
  aetiles: z.array(z.string()),
  modalities: z.array(z.string()),
  exam_reason: z.string(),
  start_date: z.nullable(Instant),
  visit_start_dt: z.nullable(Instant),
  branch: z.string(),
  branch_id: z.nullable(EntityId),
  department: z.string(),
  department_id: z.nullable(EntityId),
  status: z.enum(BOOKING_STATUSES),
  visit_no: z.string(),
  visit_status: z.nullable(z.int()),
  visit_status_name: z.string(),
  tag_id: z.nullable(EntityId),
  tag: z.string(),
  tag_color: z.string(),
  doc_file_id: z.nullable(EntityId),
  created: Instant,
  converted_on: z.nullable(Instant),
  converted_by_name: z.string(),
  status_updated_on: z.nullable(Instant),
  status_updated_by_name: z.string(),
  /** The hospital's note on its order for the desk, such as a change after it was booked. */
  order_note: z.optional(z.string()),
  /** The hospital has put the order on hold. */
  order_held: z.optional(z.boolean()),
  /** The hospital's priority (HL7 table 0485). */
  order_priority: z.optional(z.string()),
  /** An incomplete birth date, as the hospital gave it. */
  pat_dob_given: z.optional(z.string()),
})
export type BookingRow = z.output<typeof BookingRow>

const common = {
  module: 'appointment_system',
  access: 'appointments',
  base: 'api',
  method: 'POST',
  offline: { kind: 'never' },
} as const

/** What a patient sends (docs/people.md#own-bookings, docs/wire.md#names-and-values); names of places and the link of the file are accepted and not kept. */
export const RequestInput = z.strictObject({
  id: z.optional(EntityId),
  branch_id: EntityId,
  department_id: EntityId,
  department: z.optional(text(100)),
  dob: Day,
  gender: z.enum(['M', 'F']),
  booking_date: Day,
  booking_time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time')),
  booking_dt: z.optional(text(40)),
  exam_reason: z.optional(text(1000)),
  doc_file_id: z.optional(z.nullable(EntityId)),
  doc_file_url: z.optional(text(2000)),
  is_doc_pdf: z.optional(z.union([Flag, z.boolean()])),
})

/** Booking requests at the desk (docs/visits.md#booking-requests, docs/wire.md#paths-and-bases). */
export const bookingCalls = {
  requests: defineCall({
    ...common,
    key: 'hisbr/hisBookingRequests',
    path: 'hisbr/hisBookingRequests',
    input: z.strictObject({
      ...PageInput,
      ps: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), BOOKING_PAGE_SIZE),
      status: z.enum(BOOKING_STATUSES),
      tag_ids: z.optional(IdList),
      sort_by: z._default(z.enum(BOOKING_SORTS), 'date_desc'),
      branch_id: z.optional(EntityId),
      visit_status: z.optional(z.int()),
      /** Patient id or name. */
      k: z.optional(text(100)),
    }),
    output: listOf(BookingRow),
  }),
  convert: defineCall({
    ...common,
    key: 'hisbr/convertHisAppointment',
    path: 'hisbr/convertHisAppointment',
    /** `end_dt` is start plus slot; a radiology department needs a machine, a clinic department a doctor. */
    input: z.strictObject({
      request_id: EntityId,
      start_dt: Instant,
      end_dt: z.optional(Instant),
      department_id: EntityId,
      machine_id: z.optional(z.nullable(EntityId)),
      doctor_id: z.optional(z.nullable(EntityId)),
      /** If the request names none. */
      branch_id: z.optional(EntityId),
      tag_id: z.optional(z.nullable(EntityId)),
      /** The service's id. */
      service: EntityId,
      /** The patient if the request names no known one; absent creates a new patient from its data. */
      patient_id: z.optional(EntityId),
      /** Confirms that the likely duplicates were shown and it is another person. */
      is_new_patient: z.optional(Flag),
      overbook_reason: z.optional(text(500)),
      /** Why it is booked while the branch is closed. */
      hours_reason: z.optional(text(500)),
    }),
    output: z.object({
      message: z.string(),
      appt_id: EntityId,
      result: z.object({ request: BookingRow, visit: VisitRow }),
    }),
  }),
  setStatus: defineCall({
    ...common,
    key: 'hisbr/setHisBookingRequestStatus',
    path: 'hisbr/setHisBookingRequestStatus',
    input: z.strictObject({ request_id: EntityId, status: z.enum(BOOKING_STATUSES) }),
    output: z.object({ message: z.string(), result: z.object({ request: BookingRow }) }),
  }),
  deleteAll: defineCall({
    ...common,
    key: 'hisbr/deleteAllHisBookingRequests',
    path: 'hisbr/deleteAllHisBookingRequests',
    /** Only Requested ones (docs/reports.md); the screen asks the person to confirm. */
    input: z.strictObject({ branch_id: EntityId }),
    output: z.object({ message: z.string(), result: z.object({ deleted: z.int() }) }),
  }),
} as const

const ofPatient = { access: 'session', base: 'php', offline: { kind: 'never' } } as const

/** A patient's own pages (docs/people.md#own-bookings): a PATIENT sees only their own record. */
export const ownBookingCalls = {
  requests: defineCall({
    ...ofPatient,
    module: 'pat_booking_request',
    key: 'patient/appointmentRequests',
    method: 'GET',
    path: 'patient/appointmentRequests',
    input: z.strictObject({}),
    output: resultOf(z.array(BookingRow)),
  }),
  choices: defineCall({
    ...ofPatient,
    module: 'pat_booking_request',
    key: 'patient/requestChoices',
    method: 'GET',
    path: 'patient/requestChoices',
    input: z.strictObject({}),
    /** The choices for Choose Location and Appointment For, and the patient's known data. */
    output: resultOf(
      z.object({
        branches: z.array(
          z.object({ id: EntityId, name: z.string(), open_time: z.string(), close_time: z.string() }),
        ),
        departments: z.array(z.object({ id: EntityId, name: z.string() })),
        dob: z.nullable(Day),
        gender: z.enum(['', 'M', 'F']),
      }),
    ),
  }),
  save: defineCall({
    ...ofPatient,
    module: 'pat_booking_request',
    key: 'patient/saveAppointmentRequest',
    method: 'POST',
    path: 'patient/saveAppointmentRequest',
    input: RequestInput,
    output: z.object({ success: z.literal(true), message: z.string(), result: z.object({ id: EntityId }) }),
  }),
  bookings: defineCall({
    ...ofPatient,
    module: ['patient_portal', 'pat_booking_request', 'appointment_system'],
    key: 'patient/bookings',
    method: 'GET',
    path: 'patient/bookings',
    input: z.strictObject({}),
    /** The patient's own visits, upcoming first, with what may be opened of each (docs/people.md#own-bookings). */
    output: resultOf(
      z.object({
        name: z.string(),
        upcoming: z.array(
          z.object({
            id: EntityId,
            pat_id: z.string(),
            pat_name: z.string(),
            start_dt: Instant,
            branch: z.string(),
            branch_id: z.optional(EntityId),
            service_name: z.string(),
            modality: z.string(),
            status: z.literal(UPCOMING_STATUSES),
            status_name: z.string(),
          }),
        ),
        studies: z.array(z.extend(PatientStudy, { pat_id: z.string(), pat_name: z.string() })),
      }),
    ),
  }),
} as const
