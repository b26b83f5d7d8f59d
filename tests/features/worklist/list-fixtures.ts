import { vi } from 'vitest'
import type { StudyListInput } from '#contract/calls/studies.ts'
import type { StudyList, StudyListRow } from '#src/sync/studies/use-study-list.ts'

export const DOCTOR_ID = '019a0000-0000-7000-8000-0000000000d1'
export const BRANCH_ID = '019a0000-0000-7000-8000-0000000000b1'

/** A study as the list shows it; `n` makes id and name. */
export function studyRow(n: number, part: Partial<StudyListRow> = {}): StudyListRow {
  const id = `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`
  return {
    id,
    study_id: id,
    rev: 1,
    client_id: '019a0000-0000-7000-8000-0000000000c1',
    study_iuid: `1.2.840.${n}`,
    pat_id: `SAN-${n}`,
    pat_name: `Patient ${n}`,
    pat_sex: 'Female',
    pat_age: '42Y',
    pat_birthdate: '1984-03-10',
    study_desc: 'CT Brain Plain',
    study_datetime: null,
    received_datetime: '2026-11-21T08:00:00Z',
    modality: 'CT',
    no_of_img: 120,
    accession_no: `ACC-${n}`,
    ref_physician: 'Dr. Kavita Rane',
    status: 'Draft',
    tat: 240,
    no_of_reports: 1,
    assigned_doctor: 'Dr. Vivek Nair',
    assigned_doctor_id: DOCTOR_ID,
    assigned_on: null,
    signed_by_doctor: '',
    signed_by_doctor_id: null,
    signed_on: null,
    verified_on: null,
    verified_by_user: '',
    tag_id: null,
    tag_critical_id: null,
    tag: '',
    tag_color: '',
    tag_critical: '',
    tag_color_critical: '',
    src_aet: 'CT1',
    branch_id: BRANCH_ID,
    branch: 'Andheri',
    pacs_id: null,
    pacs_type: 'Basic',
    viewer_url: 'https://viewer.example/?study=1',
    is_active_for_patient: 0,
    payment_status: '',
    ...part,
  }
}

/** What the list hook answers in a test; `rows` alone is the usual case. */
export function studyList(part: Partial<StudyList> = {}): StudyList {
  const rows = part.rows ?? []
  return {
    rows,
    page: { start: 0, total: rows.length, total_records: rows.length, cur_page: 1 },
    from: 'server',
    isLoading: false,
    refresh: vi.fn(),
    ...part,
  }
}

/** Stands in for the hooks of src/sync that the list reads. */
export const seams = {
  list: studyList(),
  asked: [] as StudyListInput[],
  isOnline: true,
}
