import * as z from 'zod/mini'
import { EXAM_STATUSES } from '#domain/status/service-status.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Flag, IdList, Instant, text } from '../kernel/fields.ts'
import { needs } from '../kernel/needs.ts'
import { resultOf } from '../kernel/paging.ts'
import {
  ConsentRow,
  InvoiceProvisionalNo,
  PrescriptionRow,
  ReceiptRow,
  RefundRow,
  TreatmentRow,
  VisitCommentRow,
  VisitDocumentRow,
  VisitRow,
} from './visit-records.ts'

/** An amount as typed: from 0 up; the server checks the client's decimals. */
export const Amount = z.number().check(z.gte(0, 'is not below 0'), z.lte(99_999_999_999, 'is too large'))

const ServiceInput = z.strictObject({
  id: EntityId,
  service_id: EntityId,
  charges: Amount,
  discount: Amount,
  /** Part of the line (docs/wire.md#names-and-values); the server computes the net itself and keeps its own status. */
  net_charges: z.optional(Amount),
  status: z.optional(z.int()),
  /** The number that an offline device gave the examination; kept as an alias for matching (docs/sync.md#identity). */
  provisional_accession: z.optional(text(16)),
})

/** The payload of saving a booking (docs/visits.md#booking), ids minted by the device. */
export const BookingInput = z.strictObject({
  id: EntityId,
  /** The revision that an edit was based on; absent for a new visit. */
  rev: z.optional(z.int()),
  is_radiology: Flag,
  branch_id: EntityId,
  patient_id: EntityId,
  discount_head_id: z.nullable(EntityId),
  ref_dr_scheme_id: z.nullable(EntityId),
  ref_dr_scheme_type: z.enum(['', 'Doctor', 'Hospital']),
  start_dt: Instant,
  end_dt: Instant,
  tag_id: z.nullable(EntityId),
  package_id: z.nullable(EntityId),
  departments: z
    .array(
      z.strictObject({
        id: EntityId,
        ref_hospital_id: z.nullable(EntityId),
        ref_dr_id: z.nullable(EntityId),
        /** Comma-joined or null. */
        other_ref_dr_ids: z.nullable(IdList),
        machines: z
          .array(
            z.strictObject({
              /** The id of the slot (appt_machine_id), minted by its creator. */
              id: EntityId,
              machine_id: z.nullable(EntityId),
              /** A clinic doctor instead of a machine. */
              doctor_id: z.optional(z.nullable(EntityId)),
              start_dt: Instant,
              end_dt: Instant,
              /**
               * 1 if the person asked for the first free place, not a certain one: if another visit has taken the
               * slot's place meanwhile, the slot moves to the next free one.
               */
              first_free: z.optional(Flag),
              services: z.array(ServiceInput).check(z.minLength(1, 'are required'), z.maxLength(100)),
            }),
          )
          .check(z.minLength(1, 'are required'), z.maxLength(20)),
      }),
    )
    .check(z.minLength(1, 'are required'), z.maxLength(20)),
  /** The visit number that an offline device showed; it names the device. */
  provisional_no: z.optional(text(20)),
  /** Why a taken slot is booked anyway (overbook_machine). */
  overbook_reason: z.optional(text(500)),
  /** Why a slot begins or ends while the branch is closed (overbook_machine, unless the patient is there). */
  hours_reason: z.optional(text(500)),
  /** Why charges, discounts or services change after the first receipt, or a price is below its list. */
  change_reason: z.optional(text(500)),
  /** The booking request that this visit comes from. */
  booking_request_id: z.optional(z.nullable(EntityId)),
})
export type BookingInput = z.input<typeof BookingInput>

/** A free place at a machine or with a clinic doctor, offered instead of a taken one. */
export const FreeSlot = z.object({
  /** Null for a clinic doctor's. */
  machine_id: z.nullable(EntityId),
  doctor_id: z.optional(EntityId),
  /** The name of the machine, or of the doctor. */
  machine: z.string(),
  start_dt: Instant,
  end_dt: Instant,
})
export type FreeSlot = z.output<typeof FreeSlot>

/** A slot in the calendar (docs/wire.md#names-and-values). */
export const CalendarAppointment = z.object({
  appt_machine_id: EntityId,
  /** The visit's. */
  id: EntityId,
  name: z.string(),
  department_id: EntityId,
  machine_id: z.nullable(EntityId),
  doctor_id: z.nullable(EntityId),
  status: z.int(),
  status_name: z.string(),
  payment_status: z.string(),
  start_dt: Instant,
  end_dt: Instant,
  services: z.array(z.string()),
  visit_no: z.string(),
  pat_id: z.string(),
  branch: z.string(),
})
export type CalendarAppointment = z.output<typeof CalendarAppointment>

const VisitAnswer = z.object({
  message: z.string(),
  appt_id: EntityId,
  result: z.object({ visit: VisitRow }),
})
const visitOf = ({ appt_id }: { appt_id: string }) => ({ type: 'visit', id: appt_id })
const common = { module: 'appointment_system', access: 'appointments', base: 'php', method: 'POST' } as const
const queued = <In>(aggregate: (input: In) => { type: string; id: string }) =>
  ({ kind: 'queue', version: 1, aggregate }) as const
const byVisit = queued(visitOf)
const Done = z.object({ message: z.string(), result: z.object({ visit: VisitRow }) })

const CalendarFilter = {
  branch_id: z.optional(EntityId),
  department_id: z.optional(EntityId),
  doctor_id: z.optional(EntityId),
  is_radiology: z.optional(z.enum(['0', '1'])),
  isradiology: z.optional(z.enum(['0', '1'])),
  /** One day, or a range of days, in the caller's zone. */
  date: z.optional(Day),
  from_date: z.optional(Day),
  to_date: z.optional(Day),
  order_by: z.optional(z.enum(['date_asc', 'date_desc'])),
  calendarVisitPage: z.optional(z.enum(['0', '1', 'T'])),
} as const

/** Booking and running a visit (docs/visits.md#booking, docs/visits.md#visit-panel, docs/wire.md#paths-and-bases). */
export const visitCalls = {
  save: defineCall({
    ...common,
    key: 'appt/save',
    path: 'appt/save',
    offline: queued(({ id }: { id: string }) => ({ type: 'visit', id })),
    input: BookingInput,
    output: VisitAnswer,
  }),
  detail: defineCall({
    module: 'appointment_system',
    access: 'session',
    base: 'php',
    method: 'GET',
    key: 'appt/detail',
    path: 'appt/detail/{id}',
    offline: { kind: 'cache', table: 'visits' },
    input: z.strictObject({ id: EntityId }),
    output: resultOf(
      z.object({
        visit: VisitRow,
        receipts: needs('money', z.array(ReceiptRow)),
        refunds: needs('money', z.array(RefundRow)),
        comments: z.array(VisitCommentRow),
        documents: z.array(VisitDocumentRow),
        treatment_dtl: z.array(TreatmentRow),
        prescriptions: z.array(PrescriptionRow),
        consents: z.array(ConsentRow),
      }),
    ),
  }),
  machineAppointments: defineCall({
    module: 'appointment_system',
    access: 'session',
    base: 'php',
    method: 'GET',
    key: 'appt/machineAppointments',
    path: 'appt/machineAppointments',
    offline: { kind: 'cache', table: 'visits' },
    input: z.strictObject(CalendarFilter),
    output: resultOf(z.array(CalendarAppointment)),
  }),
  allMachineAppointments: defineCall({
    module: 'appointment_system',
    access: 'session',
    base: 'php',
    method: 'GET',
    key: 'appt/machineAppointments/ALL',
    path: 'appt/machineAppointments/ALL',
    offline: { kind: 'cache', table: 'visits' },
    input: z.strictObject(CalendarFilter),
    output: resultOf(z.array(CalendarAppointment)),
  }),
  freeSlots: defineCall({
    ...common,
    method: 'GET',
    key: 'appt/freeSlots',
    path: 'appt/freeSlots',
    offline: { kind: 'never' },
    /**
     * Free places of `minutes` on the machines of a department, from `start_dt` on; `machine_id` first. With
     * `of_doctors` 1 those of its clinic doctors; `doctor_id` first.
     */
    input: z.strictObject({
      branch_id: EntityId,
      department_id: EntityId,
      machine_id: z.optional(EntityId),
      of_doctors: z.optional(z.enum(['0', '1'])),
      doctor_id: z.optional(EntityId),
      start_dt: Instant,
      minutes: z.coerce.number().check(z.int(), z.gte(1), z.lte(1440)),
      /** The visit being moved: its own slot does not block places. */
      appt_id: z.optional(EntityId),
    }),
    output: resultOf(z.array(FreeSlot)),
  }),
  refCharges: defineCall({
    ...common,
    method: 'GET',
    key: 'appt/refDrServiceCharges',
    path: 'appt/refDrServiceCharges',
    offline: { kind: 'never' },
    /** The prices for patients of this referrer (docs/wire.md#paths-and-bases). */
    input: z.strictObject({ ref_dr_id: EntityId }),
    output: resultOf(
      z.array(z.object({ service_id: EntityId, branch_id: EntityId, service_charges: z.number() })),
    ),
  }),
  confirm: defineCall({
    ...common,
    key: 'appt/confirmAppointment',
    path: 'appt/confirmAppointment',
    offline: byVisit,
    input: z.strictObject({ appt_id: EntityId }),
    output: Done,
  }),
  startVisit: defineCall({
    ...common,
    key: 'appt/startVisit',
    path: 'appt/startVisit',
    offline: { ...byVisit, version: 2, upcast: [(input) => input] },
    input: z.strictObject({ appt_id: EntityId, invoice_provisional_no: InvoiceProvisionalNo }),
    output: Done,
  }),
  complete: defineCall({
    ...common,
    // For clinic doctors only (docs/people.md#permissions); the handler checks that.
    access: 'session',
    key: 'appt/completeAppointment',
    path: 'appt/completeAppointment',
    offline: byVisit,
    input: z.strictObject({ appt_id: EntityId }),
    output: Done,
  }),
  cancel: defineCall({
    ...common,
    key: 'appt/cancelAppointment',
    path: 'appt/cancelAppointment',
    // Money may have to be refunded, so it needs the network (docs/sync.md#policies).
    offline: { kind: 'never' },
    input: z.strictObject({ appt_id: EntityId, reason: z.optional(text(500)), rev: z.optional(z.int()) }),
    output: Done,
  }),
  assignTag: defineCall({
    ...common,
    base: 'both',
    key: 'appt/assignTag',
    path: 'appt/assignTag',
    offline: queued(({ id }: { id: string }) => ({ type: 'visit', id })),
    /** `id` is the visit's; `service_id` selects one of its services. */
    input: z.strictObject({ id: EntityId, tag_id: z.nullable(EntityId), service_id: z.optional(EntityId) }),
    output: Done,
  }),
  assignDoctor: defineCall({
    ...common,
    key: 'appt/assignRadiologyDoctor',
    path: 'appt/assignRadiologyDoctor',
    offline: byVisit,
    /** `id` is the service's. */
    input: z.strictObject({
      id: EntityId,
      appt_id: EntityId,
      assigned_doctor_id: z.nullable(EntityId),
      signed_by_doctor_id: z.nullable(EntityId),
    }),
    output: Done,
  }),
  changeServiceStatus: defineCall({
    ...common,
    access: 'scan_worklist',
    key: 'appt/changeServiceStatus',
    path: 'appt/changeServiceStatus',
    offline: byVisit,
    /** `id` is the service's; `reason` is required to cancel it. */
    input: z.strictObject({
      id: EntityId,
      appt_id: EntityId,
      status: z.literal(EXAM_STATUSES),
      reason: z.optional(text(450)),
    }),
    output: Done,
  }),
  updateCharges: defineCall({
    ...common,
    key: 'appt/updateServiceChargesAndMachine',
    path: 'appt/updateServiceChargesAndMachine',
    // Changes the amount owed, so it needs the network.
    offline: { kind: 'never' },
    input: z.strictObject({
      appt_id: EntityId,
      rev: z.optional(z.int()),
      discount_head_id: z.nullable(EntityId),
      services: z.array(
        z.strictObject({
          id: EntityId,
          charges: Amount,
          discount: Amount,
          machine_id: z.optional(z.nullable(EntityId)),
        }),
      ),
      /** Services to remove from the visit. */
      removed: z.optional(z.array(EntityId)),
      change_reason: z.optional(text(500)),
      overbook_reason: z.optional(text(500)),
    }),
    output: Done,
  }),
  companyDetail: defineCall({
    module: 'appointment_system',
    access: 'session',
    base: 'php',
    method: 'GET',
    key: 'appt/companyDetail',
    path: 'appt/companyDetail',
    offline: { kind: 'never' },
    input: z.strictObject({}),
    /** For papers (docs/wire.md#names-and-values). */
    output: resultOf(
      z.object({
        name: z.string(),
        img_url: z.string(),
        address: z.string(),
        phone: z.string(),
        email: z.string(),
        currency: z.string(),
        show_branch_name_on_invoice: Flag,
        receipt_paper: z.enum(['A4', 'Thermal80']),
        hidden_payment_modes: z.array(z.string()),
        /** 1 if papers of a visit show the code with which a patient requests the report. */
        prints_report_code: Flag,
      }),
    ),
  }),
} as const
