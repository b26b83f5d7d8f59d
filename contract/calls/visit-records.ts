import * as z from 'zod/mini'
import { PAYMENT_STATUSES, RECEIPT_STATUSES, REFUND_STATUSES } from '#domain/status/payment-status.ts'
import { REPORT_STATUSES } from '#domain/status/report-status.ts'
import { SERVICE_STATUSES, SERVICE_TYPES } from '#domain/status/service-status.ts'
import { VISIT_STATUSES } from '#domain/status/visit-status.ts'
import { COMMENT_TYPES } from '#domain/study/comment-types.ts'
import { Day, EntityId, Flag, Instant, text } from '../kernel/fields.ts'
import { needs } from '../kernel/needs.ts'
import { LabService } from '../masters/service.ts'
import { TwiceNumber } from './twice-number.ts'

/*
 * A visit and its parts, on the wire and on devices. Amounts are numbers with the client's
 * decimals. Records created offline have ids minted there; the server assigns human-readable numbers, and until
 * then a provisional one is used.
 */

export const VisitStatusField = z.literal(VISIT_STATUSES)
export const ServiceStatusField = z.literal(SERVICE_STATUSES)

/** A service of a visit (docs/visits.md#booking). */
export const VisitServiceRow = z.object({
  id: EntityId,
  service_id: z.nullable(EntityId),
  name: z.string(),
  code: z.string(),
  department_id: z.nullable(EntityId),
  department: z.string(),
  modality: z.string(),
  /** The slot at a machine that it belongs to: VisitMachineRow. */
  appt_machine_id: z.nullable(EntityId),
  machine_id: z.nullable(EntityId),
  machine: z.string(),
  start_dt: Instant,
  end_dt: z.nullable(Instant),
  charges: needs('money', z.number()),
  discount: needs('money', z.number()),
  net_charges: needs('money', z.number()),
  /** Its list price at booking; null if there is none to compare with. Absent in older copies. */
  list_charges: needs('money', z.nullable(z.number())),
  /** Why it is sold below its list price; empty if it is not. */
  price_reason: needs('money', z.string()),
  status: ServiceStatusField,
  type: z.enum(SERVICE_TYPES),
  islaboratory: Flag,
  lab_services: z.array(LabService),
  lab_sent_on: z.nullable(Instant),
  accession_no: z.string(),
  is_sent_to_machine: Flag,
  exm_start_dt: z.nullable(Instant),
  exm_end_dt: z.nullable(Instant),
  is_bring_next: z.enum(['Y', 'N']),
  /** Its study; empty while there is none. */
  study_id: z.nullable(EntityId),
  report_status: z.enum(['', ...REPORT_STATUSES]),
  /** Signed reports of its study, which may still need others. Absent in copies of earlier builds. */
  signed_reports: z.optional(z.number()),
  assigned_doctor_id: z.nullable(EntityId),
  assigned_doctor: z.string(),
  signed_by_doctor_id: z.nullable(EntityId),
  signed_by_doctor: z.string(),
  tag_id: z.nullable(EntityId),
  tag: z.string(),
  tag_color: z.string(),
  referred_by_hospital: z.string(),
  referred_by_dr: z.string(),
})
export type VisitServiceRow = z.output<typeof VisitServiceRow>

/** A slot at one machine, or with one clinic doctor, with the referrers of its department. */
export const VisitMachineRow = z.object({
  id: EntityId,
  department_id: EntityId,
  /** Null while no machine is free (the visit's flag needs_slot). */
  machine_id: z.nullable(EntityId),
  doctor_id: z.nullable(EntityId),
  start_dt: Instant,
  end_dt: Instant,
  ref_hospital_id: z.nullable(EntityId),
  ref_dr_id: z.nullable(EntityId),
  other_ref_dr_ids: z.array(EntityId),
  /**
   * 1 if no other visit may have its machine and its doctor at this time; 0 if its department lets exams overlap, none
   * of its exams is still to be done, or it was booked over another visit. Absent in older copies.
   */
  blocks: z.optional(Flag),
})
export type VisitMachineRow = z.output<typeof VisitMachineRow>

/** The number on an invoice that a device prints before the server assigns one; it names the device. */
export const InvoiceProvisionalNo = z.optional(text(30))

/** Problems left for a person to fix (docs/sync.md#accepted-and-flagged). */
export const VISIT_FLAGS = ['needs_slot', 'unallocated', 'needs_booking'] as const

/** A whole visit: header, patient as the desk reads it, machines, services, totals. */
export const VisitRow = z.object({
  id: EntityId,
  rev: z.int(),
  visit_no: z.string(),
  branch_id: EntityId,
  branch: z.string(),
  is_radiology: Flag,
  status: VisitStatusField,
  start_dt: Instant,
  end_dt: z.nullable(Instant),
  started_on: z.nullable(Instant),
  patient_id: EntityId,
  pat_id: z.string(),
  name: z.string(),
  gender: z.string(),
  dob: z.nullable(Day),
  mobile: z.string(),
  email: z.string(),
  is_vip: Flag,
  /** A comma-separated list (docs/wire.md#names-and-values). */
  allergies: z.string(),
  tag_id: z.nullable(EntityId),
  tag: z.string(),
  tag_color: z.string(),
  package_id: z.nullable(EntityId),
  package: z.string(),
  discount_head_id: z.nullable(EntityId),
  ref_dr_scheme_id: z.nullable(EntityId),
  ref_dr_scheme: z.string(),
  ref_dr_scheme_type: z.enum(['', 'Doctor', 'Hospital']),
  /** Percent of the net that the patient owes; 100 without a scheme. */
  patient_share: needs('money', z.number()),
  ref_hospital_id: z.nullable(EntityId),
  ref_hospital: z.string(),
  ref_dr_id: z.nullable(EntityId),
  ref_dr: z.string(),
  other_ref_dr_ids: z.array(EntityId),
  machines: z.array(VisitMachineRow),
  services: z.array(VisitServiceRow),
  charges: needs('money', z.number()),
  discount: needs('money', z.number()),
  net_charges: needs('money', z.number()),
  /** Received less refunded. */
  paid: needs('money', z.number()),
  /** The part of it that the hospital or doctor paid; absent in copies from before settlements existed. */
  settled: needs('money', z.number()),
  /** The refunded part of what was received; absent in older copies. */
  refunded: needs('money', z.number()),
  balance: needs('money', z.number()),
  payment_status: z.enum(PAYMENT_STATUSES),
  /** The invoice's number: empty until the visit starts or money is received for it. Absent in older copies. */
  invoice_no: z.optional(z.string()),
  /** The day at the branch on which it was assigned. */
  invoice_date: z.optional(z.nullable(Day)),
  /** The numbers of invoices printed offline, separated by commas. */
  invoice_provisional_no: z.optional(z.string()),
  invoice_version: z.int(),
  /** Other papers with its number; absent if there are none. */
  number_twice: z.optional(z.array(TwiceNumber)),
  flags: z.array(z.enum(VISIT_FLAGS)),
  ipno: z.string(),
  bedno: z.string(),
  cancel_reason: z.string(),
  created: Instant,
  created_by_id: z.nullable(EntityId),
  created_by: z.string(),
})
export type VisitRow = z.output<typeof VisitRow>

const part = { id: EntityId, rev: z.int(), /** The visit's. */ appt_id: EntityId } as const

/** Days of money at its branch; absent in older device copies (domain/money/business-day.ts). */
const moneyDays = {
  /** The day on which the money counts. */
  business_day: z.optional(Day),
  /** The day on which its cancellation counts. */
  cancel_day: z.optional(z.nullable(Day)),
  /** The day on which the money changed hands, if that month was locked. */
  belongs_day: z.optional(z.nullable(Day)),
} as const

/** A receipt (docs/wire.md#names-and-values): never edited, only cancelled. */
export const ReceiptRow = z.object({
  ...part,
  branch_id: EntityId,
  receipt_no: z.string(),
  /** The printed number from before the server assigned one; empty if it was assigned at once. */
  provisional_no: z.string(),
  /** Other papers with its number; absent if there are none. */
  number_twice: z.optional(z.array(TwiceNumber)),
  amount: z.number(),
  mode: z.string(),
  pay_scheme_id: z.nullable(EntityId),
  payment_type_scheme: z.string(),
  ref_no: z.string(),
  remarks: z.string(),
  /** The cash that was handed over, if typed; the change is the excess over the amount. */
  tendered: z.optional(z.nullable(z.number())),
  status: z.enum(RECEIPT_STATUSES),
  is_unallocated: Flag,
  /** The settlement of scheme invoices that it belongs to, and the payer; absent in older copies. */
  settlement_id: z.optional(z.nullable(EntityId)),
  payer: z.optional(z.string()),
  taken_on: Instant,
  created: Instant,
  created_by_id: EntityId,
  created_by_name: z.string(),
  cancelled_on: z.nullable(Instant),
  cancelled_by_name: z.string(),
  cancel_reason: z.string(),
  ...moneyDays,
})
export type ReceiptRow = z.output<typeof ReceiptRow>

/** A refund (docs/wire.md#names-and-values). */
export const RefundRow = z.object({
  ...part,
  branch_id: EntityId,
  refund_no: z.string(),
  amount: z.number(),
  mode: z.string(),
  ref_no: z.string(),
  remarks: z.string(),
  /** Why the money was refunded, and for Insurance the insurer that got it; absent in older copies. */
  reason: z.optional(z.string()),
  pay_scheme_id: z.optional(z.nullable(EntityId)),
  payment_type_scheme: z.optional(z.string()),
  status: z.enum(REFUND_STATUSES),
  created: Instant,
  created_by_id: EntityId,
  created_by_name: z.string(),
  cancelled_on: z.nullable(Instant),
  cancelled_by_name: z.string(),
  cancel_reason: z.string(),
  ...moneyDays,
})
export type RefundRow = z.output<typeof RefundRow>

/** A comment on a visit (docs/wire.md#names-and-values). */
export const VisitCommentRow = z.object({
  ...part,
  comment: z.string(),
  type: z.enum(COMMENT_TYPES),
  comment_by: z.string(),
  comment_by_id: EntityId,
  created: Instant,
  is_dr_comment: Flag,
})
export type VisitCommentRow = z.output<typeof VisitCommentRow>

/**
 * A document of a visit (docs/wire.md#names-and-values): added to it, sent by a patient with the request that it comes
 * from, or a laboratory result. The last two have no tag of the desk, and `tag` gives their kind; a result has no
 * uploader here.
 */
export const VisitDocumentRow = z.object({
  ...part,
  tag: z.string(),
  tag_id: z.nullable(EntityId),
  file_id: EntityId,
  name: z.string(),
  is_image: Flag,
  uploaded_by: z.string(),
  uploaded_by_id: z.nullable(EntityId),
  created: Instant,
})
export type VisitDocumentRow = z.output<typeof VisitDocumentRow>

export const TREATMENT_TYPES = ['MED_HISTORY', 'INVESTIGATION', 'TREAT_PLAN'] as const

/** A clinic doctor's note (docs/wire.md#names-and-values): one of each type per visit and doctor. */
export const TreatmentRow = z.object({
  ...part,
  appt_machine_id: z.nullable(EntityId),
  doctor_id: EntityId,
  doctor: z.string(),
  type: z.enum(TREATMENT_TYPES),
  /** HTML of the allow-list of domain/report. */
  content: z.string(),
  updated: Instant,
})
export type TreatmentRow = z.output<typeof TreatmentRow>

export const DOSES = ['Morning', 'Afternoon', 'Night'] as const

/** A medicine of a prescription (docs/wire.md#names-and-values). */
export const PrescriptionLine = z.strictObject({
  id: EntityId,
  medicine: z.string().check(z.minLength(1, 'is required'), z.maxLength(200)),
  dose: z.array(z.enum(DOSES)),
  after_before_meal: z.enum(['After', 'Before']),
  duration: z.string().check(z.maxLength(100)),
})
export type PrescriptionLine = z.output<typeof PrescriptionLine>

/** A doctor's prescriptions at a visit. */
export const PrescriptionRow = z.object({
  ...part,
  appt_machine_id: z.nullable(EntityId),
  doctor_id: EntityId,
  doctor: z.string(),
  dr_licence_code: z.string(),
  prescriptions: z.array(PrescriptionLine),
  updated: Instant,
})
export type PrescriptionRow = z.output<typeof PrescriptionRow>

/** The fact that a consent was signed or withdrawn; consent/evidence returns the evidence itself. */
export const ConsentRow = z.object({
  ...part,
  patient_id: EntityId,
  consent_form_id: EntityId,
  name: z.string(),
  kind: z.enum(['Signed', 'Withdrawn']),
  withdraws_id: z.nullable(EntityId),
  language: z.enum(['en', 'slang']),
  sign_by: z.string(),
  signer_name: z.string(),
  via: z.enum(['Link', 'Kiosk', 'Desk']),
  signed_on: Instant,
  created: Instant,
})
export type ConsentRow = z.output<typeof ConsentRow>
