import type { StudyRow } from '#contract/calls/studies.ts'
import { ageText } from '#domain/patient/age.ts'
import type { AiStatus } from '#domain/status/ai-status.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import { partsOfChange, type SourceChange } from '#domain/study/dicom/source-change.ts'
import { viewerAddress } from '#domain/study/viewer-address.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { StudyRecord } from './columns.ts'
import type { StudyNames } from './names.ts'

/** Returns a study in wire format: stored values, the names for its ids, and values derived from the time. */
export function toStudyRow(s: StudyRecord, names: StudyNames, now: Date): StudyRow {
  const branch = names.branch(s.branch_id)
  const pacs = names.pacs(s.pacs_id)
  const tag = names.tag(s.tag_id)
  const critical = names.tag(s.tag_critical_id)
  return {
    id: s.id,
    study_id: s.id,
    rev: s.rev,
    client_id: s.client_id,
    study_iuid: s.study_iuid,
    ...patientOf(s, branch?.timeZone ?? 'UTC'),
    study_desc: s.study_desc,
    study_datetime: iso(s.study_datetime),
    received_datetime: s.received_datetime.toISOString(),
    modality: s.modality,
    no_of_img: s.no_of_img,
    accession_no: s.accession_no,
    ref_physician: s.ref_physician,
    status: s.status as ReportStatus,
    tat: s.tat,
    no_of_reports: s.no_of_reports,
    signed_reports: s.signed_reports,
    verified_reports: s.verified_reports,
    ...doctorsOf(s, names),
    tag_id: s.tag_id,
    tag: tag?.name ?? '',
    tag_color: tag?.color ?? '',
    tag_critical: critical?.name ?? '',
    tag_critical_id: s.tag_critical_id,
    tag_color_critical: critical?.color ?? '',
    src_aet: s.src_aet,
    branch_id: s.branch_id,
    branch: branch?.name ?? '',
    pacs_id: s.pacs_id,
    pacs_type: pacs?.type ?? '',
    viewer_url: viewerAddress(pacs?.viewerUrl ?? '', s),
    local_viewer_url: viewerAddress(pacs?.localViewerUrl ?? '', s),
    viewer_open_type: pacs?.opensByToken ? 'Token' : 'Normal',
    is_active_for_patient: s.active_until !== null && s.active_until > now ? 1 : 0,
    active_until: iso(s.active_until),
    payment_status: s.payment_status,
    patient_id: s.patient_id,
    is_linked: s.visit_service_id === null ? 0 : 1,
    is_obstetric: names.isObstetric(s.visit_service_id) ? 1 : 0,
    missing_at_source_since: iso(s.missing_at_source_since),
    source_changed: partsOfChange(s.source_changed as SourceChange | null),
    is_hl7_report_send_err: s.is_hl7_report_send_err ? 'Y' : '',
    ai_report: aiOf(s, names),
  }
}

// The age is that on the day of the examination, as on reports and papers.
function patientOf(s: StudyRecord, timeZone: string) {
  const examined = dayAt(s.study_datetime ?? s.received_datetime, timeZone)
  return {
    pat_id: s.pat_id,
    pat_name: s.pat_name,
    pat_sex: s.pat_sex,
    pat_age: ageText(s.pat_birthdate, examined),
    pat_birthdate: s.pat_birthdate,
  }
}

function doctorsOf(s: StudyRecord, names: StudyNames) {
  return {
    assigned_doctor: names.user(s.assigned_doctor_id),
    assigned_doctor_id: s.assigned_doctor_id,
    assigned_on: iso(s.assigned_on),
    signed_by_doctor: names.user(s.signed_by_doctor_id),
    signed_by_doctor_id: s.signed_by_doctor_id,
    signed_on: iso(s.signed_on),
    verified_on: iso(s.verified_on),
    verified_by_user: names.user(s.verified_by_id),
  }
}

function aiOf({ ai_report_id: id, ai_status }: StudyRecord, names: StudyNames): StudyRow['ai_report'] {
  return id ? { id, status: ai_status as AiStatus, critical: names.isAiCritical(id) ? 1 : 0 } : null
}

const iso = (time: Date | null) => time?.toISOString() ?? null
