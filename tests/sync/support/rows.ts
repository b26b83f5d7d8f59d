import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import type { Draft } from '#src/sync/reports/draft.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'

export const CLIENT = '01970000-0000-7000-8000-0000000000c1'
export const BRANCH = '01970000-0000-7000-8000-0000000000b1'
export const DOCTOR = '01970000-0000-7000-8000-0000000000d1'
export const OTHER_DOCTOR = '01970000-0000-7000-8000-0000000000d2'
export const studyId = (n: number) => `01970000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** Returns a study as the server sends it. */
export function aStudy(change: Partial<StudyRow> = {}): StudyRow {
  return studyRowOf({
    id: studyId(1),
    client_id: CLIENT,
    pat_sex: 'F',
    pat_age: '50Y',
    pat_birthdate: '1976-01-01',
    no_of_img: 10,
    assigned_doctor: 'Dr One',
    assigned_doctor_id: DOCTOR,
    src_aet: '',
    branch_id: BRANCH,
    ...change,
  })
}

/** Returns a report as the server sends it. */
export function aReport(change: Partial<ReportRow> = {}): ReportRow {
  const study = change.study_id ?? studyId(1)
  const number = change.report_no ?? 1
  const id = reportIdOf(study, number)
  return {
    id,
    report_id: id,
    study_id: study,
    rev: 1,
    report_no: number,
    report_name: '',
    report_data: '',
    conclusion: '',
    recommendation: '',
    status: 'Draft',
    is_main: 1,
    created: '2026-11-20T09:00:00.000Z',
    updated: '2026-11-20T09:00:00.000Z',
    updated_by: DOCTOR,
    updated_by_name: 'Dr One',
    signed_on: null,
    signed_by_doctor: '',
    signed_by_doctor_id: null,
    verified_on: null,
    verified_by_user: '',
    signed_hash: '',
    ...change,
  }
}

/** Returns a text as the editor stores it. */
export function aDraft(text: string, change: Partial<Draft> = {}): Draft {
  const study = change.study_id ?? studyId(1)
  const number = change.report_no ?? 1
  return {
    report_id: reportIdOf(study, number),
    study_id: study,
    report_no: number,
    report_name: '',
    report_data: `<p>${text}</p>`,
    conclusion: '',
    recommendation: '',
    base_rev: undefined,
    updated: 1_000,
    ...change,
  }
}
