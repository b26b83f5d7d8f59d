import type { TemplateItem } from '#contract/calls/directory.ts'
import type { ReportDetail, ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'

export const STUDY_ID = '01990000-0000-7000-8000-000000000001'
export const DOCTOR_ID = '01990000-0000-7000-8000-00000000d001'
const CLIENT_ID = '01990000-0000-7000-8000-00000000c001'

export const template = (change: Partial<TemplateItem> = {}): TemplateItem => ({
  id: '01990000-0000-7000-8000-0000000000a1',
  rev: 1,
  name: 'Chest CT plain',
  cat_id: '01990000-0000-7000-8000-0000000000c1',
  department_id: null,
  user_id: null,
  file_id: null,
  department: 'CT',
  category: 'Chest',
  modality: 'CT',
  sex: 'Any',
  age_from: null,
  age_to: null,
  report_data: '<p>Lungs clear.</p>',
  conclusion: '',
  recommendation: '',
  no_autosave: 0,
  ...change,
})

export const study = (change: Partial<StudyRow> = {}): StudyRow =>
  studyRowOf({
    id: STUDY_ID,
    rev: 3,
    client_id: CLIENT_ID,
    pat_id: 'P-1007',
    pat_name: 'MEERA RAO',
    study_desc: 'CT Thorax',
    study_datetime: '2026-11-20T08:30:00Z',
    received_datetime: '2026-11-20T08:40:00Z',
    accession_no: 'A-99',
    ref_physician: 'DR KHAN',
    tat: 60,
    assigned_doctor: 'Dr Asha',
    assigned_doctor_id: DOCTOR_ID,
    ...change,
  })

export const report = (change: Partial<ReportRow> = {}): ReportRow => {
  const id = reportIdOf(STUDY_ID, change.report_no ?? 1)
  return {
    id,
    report_id: id,
    study_id: STUDY_ID,
    rev: 1,
    report_no: 1,
    report_name: 'CT Thorax',
    report_data: '<p>Lungs clear.</p>',
    conclusion: '',
    recommendation: '',
    status: 'Draft',
    is_main: 1,
    created: '2026-11-20T09:00:00Z',
    updated: '2026-11-20T09:10:00Z',
    updated_by: DOCTOR_ID,
    updated_by_name: 'Dr Asha',
    signed_on: null,
    signed_by_doctor: '',
    signed_by_doctor_id: null,
    verified_on: null,
    verified_by_user: '',
    signed_hash: '',
    ...change,
  }
}

export const detail = (change: Partial<ReportDetail> = {}): ReportDetail => ({
  study: study(),
  reports: [],
  can_write_report: 1,
  can_sign: 1,
  can_verify: 0,
  ...change,
})
