import type { PricedService, PricedVisit } from '#contract/calls/priced-visit.ts'
import type { PrescriptionRow, ReceiptRow, RefundRow } from '#contract/calls/visit-records.ts'
import type { PaperContext } from '#src/parts/papers/paper-context.ts'
import { ENGLISH_PAPER } from '#src/parts/papers/words/en.ts'

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** Returns a service of a visit with the fields that a paper needs. */
export function serviceRow(changes: Partial<PricedService> = {}): PricedService {
  return {
    id: idOf(11),
    service_id: idOf(12),
    name: 'CT Brain plain',
    code: 'CT-101',
    department_id: idOf(13),
    department: 'CT',
    modality: 'CT',
    appt_machine_id: idOf(14),
    machine_id: idOf(15),
    machine: 'CT 1',
    start_dt: '2026-11-21T06:00:00.000Z',
    end_dt: '2026-11-21T06:20:00.000Z',
    charges: 3000,
    discount: 300,
    net_charges: 2700,
    status: 4,
    type: 'Exam_Service',
    islaboratory: 0,
    lab_services: [],
    lab_sent_on: null,
    accession_no: 'A-1',
    is_sent_to_machine: 0,
    exm_start_dt: null,
    exm_end_dt: null,
    is_bring_next: 'N',
    study_id: null,
    report_status: '',
    assigned_doctor_id: null,
    assigned_doctor: '',
    signed_by_doctor_id: null,
    signed_by_doctor: '',
    tag_id: null,
    tag: '',
    tag_color: '',
    referred_by_hospital: '',
    referred_by_dr: '',
    ...changes,
  }
}

/** Returns a visit of two services at 2,700 and 1,500 net. */
export function visitRow(changes: Partial<PricedVisit> = {}): PricedVisit {
  return {
    id: idOf(1),
    rev: 3,
    visit_no: 'V-1042',
    branch_id: idOf(2),
    branch: 'Main branch',
    is_radiology: 1,
    status: 4,
    start_dt: '2026-11-21T06:00:00.000Z',
    end_dt: '2026-11-21T06:40:00.000Z',
    started_on: '2026-11-21T06:02:00.000Z',
    patient_id: idOf(3),
    pat_id: 'P-000123',
    name: 'Asha Verma',
    gender: 'Female',
    dob: '1984-02-11',
    mobile: '9876543210',
    email: '',
    is_vip: 0,
    allergies: '',
    tag_id: null,
    tag: '',
    tag_color: '',
    package_id: null,
    package: '',
    discount_head_id: null,
    ref_dr_scheme_id: null,
    ref_dr_scheme: '',
    ref_dr_scheme_type: '',
    patient_share: 100,
    ref_hospital_id: null,
    ref_hospital: '',
    ref_dr_id: null,
    ref_dr: '',
    other_ref_dr_ids: [],
    machines: [],
    services: [
      serviceRow(),
      serviceRow({
        id: idOf(21),
        name: 'X-ray Chest PA',
        code: 'XR-7',
        charges: 1500,
        discount: 0,
        net_charges: 1500,
      }),
    ],
    charges: 4500,
    discount: 300,
    net_charges: 4200,
    paid: 0,
    balance: 4200,
    payment_status: 'Pending',
    invoice_version: 1,
    flags: [],
    ipno: '',
    bedno: '',
    cancel_reason: '',
    created: '2026-11-21T05:55:00.000Z',
    created_by_id: idOf(4),
    created_by: 'Front Desk',
    ...changes,
  }
}

/** Returns a receipt of that visit, in cash. */
export function receiptRow(changes: Partial<ReceiptRow> = {}): ReceiptRow {
  return {
    id: idOf(31),
    rev: 1,
    appt_id: idOf(1),
    branch_id: idOf(2),
    receipt_no: 'R-55',
    provisional_no: '',
    amount: 2000,
    mode: 'Cash',
    pay_scheme_id: null,
    payment_type_scheme: '',
    ref_no: '',
    remarks: '',
    status: 'Received',
    is_unallocated: 0,
    taken_on: '2026-11-21T06:05:00.000Z',
    created: '2026-11-21T06:05:01.000Z',
    created_by_id: idOf(4),
    created_by_name: 'Front Desk',
    cancelled_on: null,
    cancelled_by_name: '',
    cancel_reason: '',
    ...changes,
  }
}

/** Returns a refund of that visit, in cash. */
export function refundRow(changes: Partial<RefundRow> = {}): RefundRow {
  return {
    id: idOf(41),
    rev: 1,
    appt_id: idOf(1),
    branch_id: idOf(2),
    refund_no: 'F-9',
    amount: 200,
    mode: 'Cash',
    ref_no: '',
    remarks: '',
    status: 'Refunded',
    created: '2026-11-21T07:05:01.000Z',
    created_by_id: idOf(4),
    created_by_name: 'Front Desk',
    cancelled_on: null,
    cancelled_by_name: '',
    cancel_reason: '',
    ...changes,
  }
}

/** Returns a prescription of two lines. */
export function prescriptionRow(changes: Partial<PrescriptionRow> = {}): PrescriptionRow {
  return {
    id: idOf(51),
    rev: 1,
    appt_id: idOf(1),
    appt_machine_id: null,
    doctor_id: idOf(5),
    doctor: 'Dr. Meera Nair',
    dr_licence_code: 'KMC 20412',
    prescriptions: [
      {
        id: idOf(52),
        medicine: 'Paracetamol 500 mg',
        dose: ['Morning', 'Night'],
        after_before_meal: 'After',
        duration: '5 days',
      },
      {
        id: idOf(53),
        medicine: 'Pantoprazole 40 mg',
        dose: ['Morning'],
        after_before_meal: 'Before',
        duration: '10 days',
      },
    ],
    updated: '2026-11-21T07:05:01.000Z',
    ...changes,
  }
}

/** Returns what papers need in addition to their record, in rupees and the time of Kolkata. */
export function paperContext(changes: Partial<PaperContext> = {}): PaperContext {
  return {
    company: {
      name: 'Sunrise Diagnostics',
      img_url: '',
      address: '12 Lake Road, Pune 411001',
      phone: '+91 20 5550 1234',
      email: 'desk@sunrise.example',
      currency: 'INR',
      show_branch_name_on_invoice: 1,
      receipt_paper: 'A4',
      hidden_payment_modes: [],
      prints_report_code: 0,
    },
    logoId: undefined,
    reportCodeUrl: undefined,
    branch: {
      id: idOf(2),
      rev: 1,
      name: 'Main branch',
      time_zone: 'Asia/Kolkata',
      open_time: '',
      close_time: '',
      contact_no: '',
      invoice_print_margin_top: 0,
      invoice_print_margin_bottom: 0,
      header_file_id: null,
      footer_file_id: null,
    },
    zone: 'Asia/Kolkata',
    money: { locale: 'en-IN', currency: 'INR', decimals: 2 },
    sheet: 'A4',
    withLetterhead: true,
    deviceName: 'Desk 1',
    now: new Date('2026-11-21T08:00:00.000Z'),
    language: 'en',
    words: ENGLISH_PAPER,
    ...changes,
  }
}
