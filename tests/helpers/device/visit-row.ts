import type { Priced, PricedService, PricedVisit } from '#contract/calls/priced-visit.ts'
import type { VisitListRow } from '#contract/calls/visit-list.ts'

/** Returns a service of a visit with default values. */
export function visitServiceOf(part: Partial<PricedService> & { id: string }): PricedService {
  return {
    service_id: null,
    name: 'X-Ray Chest PA',
    code: 'XCP',
    department_id: 'xray',
    department: 'X-Ray',
    modality: 'CR',
    appt_machine_id: null,
    machine_id: null,
    machine: '',
    start_dt: '2026-11-23T04:30:00.000Z',
    end_dt: null,
    charges: 500,
    discount: 0,
    net_charges: 500,
    status: 4,
    type: 'Exam_Service',
    islaboratory: 0,
    lab_services: [],
    lab_sent_on: null,
    accession_no: '',
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
    ...part,
  }
}

/** Returns an unpaid visit with one service of 500; `part` replaces fields. */
export function visitRowOf(part: Partial<PricedVisit> & { id: string }): PricedVisit {
  return {
    rev: 1,
    visit_no: `V-${part.id}`,
    branch_id: 'andheri',
    branch: 'Andheri',
    is_radiology: 1,
    status: 1,
    start_dt: '2026-11-23T04:30:00.000Z',
    end_dt: null,
    started_on: null,
    patient_id: 'patient',
    pat_id: 'P-1',
    name: 'Asha Rao',
    gender: 'Female',
    dob: '1984-03-02',
    mobile: '',
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
    services: [visitServiceOf({ id: `${part.id}-1` })],
    charges: 500,
    discount: 0,
    net_charges: 500,
    paid: 0,
    balance: 500,
    payment_status: 'Pending',
    invoice_version: 1,
    flags: [],
    ipno: '',
    bedno: '',
    cancel_reason: '',
    created: '2026-11-23T04:00:00.000Z',
    created_by_id: 'desk',
    created_by: 'Meera Joshi',
    ...part,
  }
}

/** Returns the visit as in the server's list: its amounts are those of the whole visit. */
export function listedVisitOf(part: Partial<PricedVisit> & { id: string }): Priced<VisitListRow> {
  const visit = visitRowOf(part)
  const { charges, discount, net_charges, paid, balance, payment_status } = visit
  const amounts = { charges, discount, net_charges, paid, balance, payment_status }
  return { ...visit, amounts, hidden_discount: null }
}
