import type { AnyCall } from '#contract/kernel/define-call.ts'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { MASTERS } from '#contract/masters/masters.ts'
import { followUpIdOf } from '#domain/follow-up/follow-up-id.ts'
import { masterCalls } from '../masters/master-calls.ts'
import { SAMPLES } from '../masters/samples.ts'
import type { Kind, Records } from './records.ts'

/** The secret of the referrer's link to the critical result of the own branch. */
export const CRITICAL_SECRET = 'C'.repeat(43)

/** The kind of record whose id a field of this name contains, at any depth. */
export const KIND_OF_FIELD: Readonly<Record<string, Kind>> = {
  ai_company_id: 'ai_company',
  appt_id: 'visit',
  appt_machine_id: 'visit_machine',
  appt_service_id: 'visit_service',
  assigned_doctor_id: 'doctor',
  branch: 'branch',
  branch_id: 'branch',
  cat_id: 'template_category',
  client_id: 'client',
  consent_form_id: 'consent_form',
  consent_id: 'consent',
  critical_id: 'critical',
  department_id: 'department',
  device_id: 'device',
  doctor_id: 'doctor',
  file_id: 'file',
  kept_id: 'patient',
  machine_id: 'machine',
  merged_id: 'second_patient',
  pacs_id: 'pacs',
  patient_id: 'patient',
  ref_dr_id: 'referrer',
  report_id: 'report',
  request_id: 'booking_request',
  service: 'service',
  service_id: 'service',
  study_id: 'study',
  subject_id: 'study',
  tag_id: 'study_tag',
  user_id: 'person',
}

/** The kind of record that `id` names in a call about an existing record. A new record gets a new id. */
export const KIND_OF_ID: Readonly<Record<string, Kind>> = {
  'study/rowDetail': 'study',
  'study/deleteFilter': 'saved_filter',
  reportDetail: 'study',
  reportHistory: 'study',
  'report/paper': 'study',
  'report/outside': 'study',
  'studies/bookletDtl': 'study',
  studyComments: 'study',
  deleteStudyComment: 'study_comment',
  'study/visitNotes': 'study',
  studyDocuments: 'study',
  deleteStudyDocument: 'study_document',
  'study/saveCritical': 'critical',
  'study/criticals': 'study',
  'study/followUpsOf': 'study',
  'study/closeFollowUp': 'follow_up',
  'study/reopenFollowUp': 'follow_up',
  'peer/reading': 'peer_reading',
  'peer/saveReview': 'peer_reading',
  'peer/markSeen': 'peer_point',
  'peer/answer': 'peer_point',
  'study/examination': 'study',
  'study/visitSuggestions': 'study',
  'study/transferAIReport': 'ai_report',
  'study/appendAIReport': 'ai_report',
  'study/rejectAIReport': 'ai_report',
  'message/sendNotice': 'message',
  'message/resend': 'message',
  'noti/markRead': 'notification',
  'share/revoke': 'share_link',
  'user/passwordLink': 'person',
  'user/removePasskeys': 'person',
  'client/passwordLink': 'client',
  'branch/detail': 'branch',
  'branch/saveSettings': 'branch',
  'branch/saveConfiguration': 'branch',
  'pacs/testConnection': 'pacs',
  'client/detail': 'client',
  'ai/companyBodyParts': 'ai_company',
  'master/getRefDrCommDepartemntWise': 'referrer',
  'master/getRefDrCommServiceWise': 'referrer',
  'master/saveDepartmentClientInfo': 'department',
  'que/renewLink': 'que_screen',
  'patient/detail': 'patient',
  'patient/save': 'patient',
  'patient/merges': 'patient',
  'patient/signedExaminations': 'patient',
  'patient/unmerge': 'patient_merge',
  'appt/detail': 'visit',
  'appt/assignTag': 'visit',
  'appt/assignRadiologyDoctor': 'visit_service',
  'appt/changeServiceStatus': 'visit_service',
  'appt/deleteComment': 'visit_comment',
  'appt/comments': 'visit',
  'appt/documents': 'visit',
  'appt/deleteDocument': 'visit_document',
  'appt/cancelReceipt': 'receipt',
  'appt/cancelRefund': 'refund',
  'appt/allocateReceipt': 'receipt',
  'monthlock/unlock': 'month_lock',
  'que/addMinutesInExamTime': 'visit_service',
  'que/setBringNext': 'visit_service',
  'appt/saveTreatmentDtl': 'treatment',
  'appt/savePrescription': 'prescription',
  'consent/evidence': 'consent',
  'public/consentFormDetail': 'consent_form',
  'payout/reopen': 'reader_payout',
  'report/updateReferralCommission': 'visit_service',
  deleteUser: 'person',
  'master/deleteDocumentTag': 'document_tag',
  'master/deleteDepartment': 'department',
  'master/deleteMachine': 'machine',
  'master/deleteService': 'service',
  'master/deletePackage': 'package',
  'master/deleteStudyTag': 'study_tag',
  'master/deleteShortcut': 'shortcut',
  'master/deleteDiscountHead': 'discount_head',
  'master/deletePaymentTypeScheme': 'payment_type_scheme',
  'master/deleteRefDrScheme': 'ref_dr_scheme',
  'master/deleteCommissionBan': 'commission_ban',
  'pacs/delete': 'pacs',
  'branch/delete': 'branch',
  deleteTemplateCat: 'template_category',
  deleteTemplate: 'template',
  'consent/deleteForm': 'consent_form',
  'que/deleteScreen': 'que_screen',
  'ai/deleteBodyPart': 'body_part',
  'ai/deleteCompany': 'ai_company',
  'client/delete': 'client',
  'licence/delete': 'licence',
}

type Given = (records: Records) => Record<string, unknown>

/** Fields whose valid value depends on a rule beside the schema, or that name another kind of record than usual. */
export const GIVEN: Readonly<Record<string, Given>> = {
  'study/linkToVisit': ({ ids }) => ({
    study_id: ids.pending_study,
    service_id: ids.visit_service,
    is_confirmed: 1,
  }),
  'study/visitSuggestions': ({ ids }) => ({ id: ids.study }),
  'study/priors': ({ ids }) => ({ ids: ids.study }),
  'studies/gernerateMeddreamViewerToken': ({ study_iuid }) => ({ study_iuid }),
  'studies/sendReportToHL7': ({ report_no }) => ({ report_no }),
  saveReport: ({ ids, report_no }) => ({
    id: ids.report,
    report_no,
    report_data: '<p>Text</p>',
    status: 'Draft',
  }),
  verifyReport: ({ ids, signed_hash }) => ({
    seen: [{ report_id: ids.report, hash: signed_hash }],
    seen_addenda: [],
  }),
  'studies/saveAddendum': ({ signed_hash }) => ({ seen_hash: signed_hash, content: '<p>More</p>' }),
  'report/verifySignature': ({ ids, signed_hash }) => ({ report_id: ids.report, hash: signed_hash }),
  'public/verifySignature': ({ signed_hash }) => ({ hash: signed_hash }),
  'study/assignCriticalTag': () => ({ tag_name: '' }),
  'study/saveCritical': () => ({
    told_on: null,
    seen: { told_to: '', told_how: '', told_on: null, read_back: 0, note: '' },
  }),
  'study/setFollowUp': ({ ids }) => ({
    id: followUpIdOf(ids.study, 'CT', ['chest']),
    modality: 'CT',
    regions: ['chest'],
    due_on: '2027-02-21',
    due_to: '2027-05-21',
  }),
  'study/closeFollowUp': () => ({ rev: 1, reason: 'Declined' }),
  'study/reopenFollowUp': () => ({ rev: 1 }),
  'study/updatePatientDtl': () => ({
    fields: { pat_name: 'Corrected Name' },
    seen: {},
  }),
  addStudyDocument: ({ ids }) => ({ tag_id: ids.document_tag }),
  'appt/addDocument': ({ ids }) => ({ tag_id: ids.document_tag }),
  'studies/saveBooklet': () => ({ img_file_ids: [null] }),
  'study/splitStudy': () => ({
    first: { study_desc: 'One', accession_no: 'A1' },
    second: { study_desc: 'Two', accession_no: 'A2' },
  }),
  'study/studyPatientDtl': ({ ids }) => ({ study_id: ids.study }),
  'public/criticalLink': () => ({ secret: CRITICAL_SECRET }),
  'public/confirmCritical': () => ({ secret: CRITICAL_SECRET, page: '019a0000-0000-7000-8000-00000000aa03' }),
  'study/sendCriticalLink': ({ ids }) => ({
    critical_id: ids.critical,
    study_id: ids.study,
    channel: 'E',
    share_to: 'referrer@clinic.example',
    name: 'Dr. Rao',
    finding: 'Tension pneumothorax.',
  }),
  'public/sharedStudy': () => ({ secret: 'A'.repeat(43) }),
  'public/consentFormDetail': ({ ids }) => ({ id: ids.consent_form, appt_id: 'A'.repeat(43) }),
  'report/leakageEntries': () => ({ line: 'scanned_free' }),
  'report/explainLeakage': ({ ids }) => ({
    line: 'scanned_free',
    subject_id: ids.visit,
    act: 'Explained',
    reason: 'Other',
    note: 'Because',
    version: 0,
  }),
  'hisbr/setHisBookingRequestStatus': () => ({ status: 'Cancelled' }),
  'monthlock/lock': () => ({ month: '2026-08' }),
  'sync/revisions': () => ({ type: 'study' }),
  'sync/records': ({ ids }) => ({ type: 'study', ids: ids.study }),
  'que/getQueList': ({ screen_uid }) => ({ uid: screen_uid }),
  'que/displayBanner': ({ screen_uid }) => ({ uid: screen_uid }),
  'que/getQueBannerFileUrl': ({ screen_uid }) => ({ screen_uid }),
  'appt/save': ({ ids }) => ({
    is_radiology: 1,
    discount_head_id: null,
    ref_dr_scheme_id: null,
    ref_dr_scheme_type: '',
    start_dt: '2026-11-26T05:00:00Z',
    end_dt: '2026-11-26T05:20:00Z',
    tag_id: null,
    package_id: null,
    departments: [
      {
        id: ids.machine_department,
        ref_hospital_id: null,
        ref_dr_id: null,
        other_ref_dr_ids: null,
        machines: [
          {
            id: '019a0000-0000-7000-8000-00000000aa01',
            machine_id: ids.machine,
            start_dt: '2026-11-26T05:00:00Z',
            end_dt: '2026-11-26T05:20:00Z',
            services: [
              {
                id: '019a0000-0000-7000-8000-00000000aa02',
                service_id: ids.machine_service,
                // Above any list price: other tests check who may sell below it.
                charges: 100_000,
                discount: 0,
              },
            ],
          },
        ],
      },
    ],
  }),
  'appt/createRefunds': () => ({ reason: 'Because' }),
  'appt/createRefund': () => ({ reason: 'Because' }),
  'appt/assignTag': ({ ids }) => ({ tag_id: ids.study_tag }),
  'patient/merge': () => ({ fields: [] }),
  'report/markReferralCommissionSettled': ({ ids }) => ({
    data: [{ id: ids.visit_service, ref_doctor_type: 'Doctor' }],
  }),
  'report/schemeInvoices': ({ ids }) => ({ ids: [ids.visit] }),
  'report/settleSchemeInvoices': ({ ids }) => ({
    mode: 'Cash',
    invoices: [{ appt_id: ids.visit, amount: 1 }],
  }),
  'appt/setHiddenDiscount': ({ ids }) => ({
    reason: 'Because',
    records: [{ appt_id: ids.visit, hidden_discount: 1, seen: 0 }],
  }),
  deleteRole: ({ ids }) => ({ id: Number(ids.role) || 999_999 }),
  changePassword: () => ({
    current_password: 'Readroom#2026',
    new_password: 'Another#2026x',
    confirm_password: 'Another#2026x',
  }),
  'auth/setPassword': () => ({ new_password: 'Another#2026x', confirm_password: 'Another#2026x' }),
  'noti/savePush': () => ({
    endpoint: 'https://push.example/1',
    p256dh: 'B'.repeat(87),
    auth: 'A'.repeat(22),
  }),
  'master/saveSmtp': () => ({ password: 'Secret#1' }),
  'master/saveRefDrCommDepartemntWise': ({ ids }) => ({
    hospital_id: '0',
    rows: [{ branch_id: ids.branch, department_id: ids.department, charges_per: 10 }],
  }),
  'master/saveRefDrCommServiceWise': ({ ids }) => ({
    hospital_id: '0',
    rows: [
      {
        branch_id: ids.branch,
        service_id: ids.service,
        charges: 10,
        charges_type: 'Percent',
        service_charges: null,
      },
    ],
  }),
  'master/getRefDrCommDepartemntWise': () => ({ hospital: '0' }),
  'master/getRefDrCommServiceWise': () => ({ hospital: '0' }),
  'patient/saveAppointmentRequest': () => ({ booking_date: '2026-11-28', booking_time: '10:00' }),
  'consent/sign': () => ({
    height: '',
    weight: '',
    lmp_type: '',
    lmp_date: null,
    ques_ans: {},
    sign_by: 'Self',
    strokes: [],
  }),
  'consent/share': () => ({
    url: 'https://centre.example/consent-form#x',
    share_to: '9820012345',
    phonecode: '91',
  }),
  generateViewerShareUrl: () => ({ share_to: '9820012345', phonecode: '91' }),
  'appt/updateServiceChargesAndMachine': ({ ids }) => ({
    services: [{ id: ids.visit_service, charges: 1000, discount: 0 }],
  }),
  'hisbr/convertHisAppointment': ({ ids }) => ({
    machine_id: ids.machine,
    department_id: ids.machine_department,
    service: ids.machine_service,
  }),
  'master/createServicesMulti': () => ({ records: [{ name: 'A new service', type: 'CT', charges: 100 }] }),
}

const SAVES = new Map(
  (MASTERS as unknown as readonly AnyMaster[]).map((master) => [master.paths.save, master]),
)

/** Returns the input of saving a declared master; undefined for any other call. */
export function givenToMaster(call: AnyCall, { ids, whose }: Records): Record<string, unknown> | undefined {
  const master = SAVES.get(call.path)
  if (master === undefined) return undefined
  const place = {
    branch: ids.branch,
    department: ids.department,
    pacs: ids.pacs,
    service: ids.service,
    user: ids.doctor,
    machine: ids.machine,
    templateCat: ids.template_category,
  }
  const sample = masterCalls(master, SAMPLES[master.key as keyof typeof SAMPLES] ?? {}, () => place).sample(1)
  // The server numbers roles; a record of another place is changed, not added.
  const { id: _, ...fields } = sample
  const known = whose === 'own' ? undefined : KIND_OF_ID[master.paths.remove]
  return {
    ...fields,
    ...(known && { id: ids[known] }),
    ...(master.key === 'role' && whose !== 'own' && { id: Number(ids.role) }),
  }
}
