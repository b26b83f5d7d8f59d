import { expect, test } from 'vitest'
import type { BookingRow } from '#contract/calls/bookings.ts'
import { pickBookings } from '#src/sync/bookings/pick-bookings.ts'

const request = (id: string, pat_first_name: string, pat_last_name: string, pat_id = ''): BookingRow => ({
  id,
  rev: 1,
  appt_id: null,
  source: 'HL7',
  patient_id: null,
  pat_first_name,
  pat_last_name,
  pat_id,
  pat_dob: null,
  gender: '',
  mobile: '',
  ref_doctor_name: '',
  ipno: '',
  bedno: '',
  study_desc: '',
  accession_no: '',
  aetiles: [],
  modalities: [],
  exam_reason: '',
  start_date: null,
  visit_start_dt: null,
  branch: '',
  branch_id: null,
  department: '',
  department_id: null,
  status: 'Requested',
  visit_no: '',
  visit_status: null,
  visit_status_name: '',
  tag_id: null,
  tag: '',
  tag_color: '',
  doc_file_id: null,
  created: '2026-11-26T08:00:00Z',
  converted_on: null,
  converted_by_name: '',
  status_updated_on: null,
  status_updated_by_name: '',
})
const REQUESTS = [request('a', 'Zubeida', 'Rao', 'MRN-77'), request('b', 'Zubeida', 'Lal')]
const found = (k: string) =>
  pickBookings(REQUESTS, { status: 'Requested', k })
    .rows.map(({ id }) => id)
    .sort()

test('a device finds requests by each word of id and name, in any order, like the server', () => {
  expect(found(' zub ')).toEqual(['a', 'b'])
  expect(found('rao zubeida')).toEqual(['a'])
  expect(found('mrn-77 zub')).toEqual(['a'])
  expect(found('zubeida khan')).toEqual([])
})
