import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { REPORT_STATUSES } from '#domain/status/report-status.ts'
import type { StudyHeader } from '#domain/study/dicom/study-header.ts'
import { headerChanges } from '#server/features/pacs/header-changes.ts'
import type { StoredStudy } from '#server/features/pacs/public/store.ts'

const header = (changes: Partial<StudyHeader> = {}): StudyHeader => ({
  study_iuid: '1.2',
  pat_id: 'P1',
  pat_name: 'Asha Rao',
  pat_sex: 'Female',
  pat_birthdate: '1970-01-02',
  study_desc: 'CT Brain',
  study_datetime: '2026-11-21T09:15:00+05:30',
  modality: 'CT',
  no_of_img: 3,
  accession_no: 'A1',
  ref_physician: 'R Iyer',
  src_aet: 'AET',
  gaps: [],
  ...changes,
})

function stored(from: StudyHeader, changes: Partial<StoredStudy> = {}): StoredStudy {
  const { gaps: _gaps, study_datetime, ...columns } = from
  const time = study_datetime ? new Date(study_datetime) : null
  return { ...columns, study_datetime: time, status: 'Pending', ...changes } as StoredStudy
}

test('an identical header changes nothing', () => {
  expect(headerChanges(stored(header()), header(), header())).toEqual({})
})

test('late images count, also in a verified study', () => {
  const study = stored(header(), { status: 'Verified' })
  expect(headerChanges(study, header(), header({ no_of_img: 9, modality: 'CT,MR' }))).toEqual({
    no_of_img: 9,
    modality: 'CT,MR',
  })
})

test('a name corrected on the image server is adopted, one corrected here stays', () => {
  const next = header({ pat_name: 'Asha Raov', accession_no: 'A2' })
  expect(headerChanges(stored(header()), header(), next)).toEqual({
    pat_name: 'Asha Raov',
    accession_no: 'A2',
  })
  const corrected = stored(header(), { pat_name: 'Asha Rao-Iyer' })
  expect(headerChanges(corrected, header(), next)).toEqual({ accession_no: 'A2' })
})

test('a name never changes under a signature', () => {
  const next = header({ pat_name: 'Somebody Else', study_datetime: '2025-01-01T00:00:00Z' })
  expect(headerChanges(stored(header(), { status: 'Signed' }), header(), next)).toEqual({})
})

test('a new day and time of the study are adopted', () => {
  const next = header({ study_datetime: '2026-11-20T09:15:00+05:30' })
  expect(headerChanges(stored(header()), header(), next)).toEqual({ study_datetime: next.study_datetime })
})

const headers = fc
  .record({
    pat_name: fc.constantFrom('A', 'B', ''),
    pat_id: fc.constantFrom('1', '2'),
    no_of_img: fc.integer({ min: 0, max: 5 }),
  })
  .map(header)

test('only header columns are ever written, and a second update changes nothing more', () => {
  fc.assert(
    fc.property(
      headers,
      headers,
      headers,
      fc.constantFrom(...REPORT_STATUSES),
      (own, before, next, status) => {
        const study = stored(own, { status })
        const change = headerChanges(study, before, next)
        for (const field of Object.keys(change)) expect(Object.keys(next)).toContain(field)
        const after = { ...study, ...change } as StoredStudy
        expect(headerChanges(after, next, next)).toEqual({})
      },
    ),
  )
})

test('another patient never replaces the one of a visit or of a started text', () => {
  const next = header({ pat_id: 'P2', pat_name: 'Ravi Das', pat_birthdate: '1990-05-06', no_of_img: 4 })
  for (const begun of [{ status: 'Draft' }, { visit_service_id: '01970000-0000-7000-8000-000000000001' }])
    expect(headerChanges(stored(header(), begun), header(), next)).toEqual({ no_of_img: 4 })
  expect(headerChanges(stored(header()), header(), next)).toMatchObject({ pat_id: 'P2' })
})

test('a reversed name setting still applies where work was started', () => {
  const next = header({ pat_name: 'Rao Asha' })
  expect(headerChanges(stored(header(), { status: 'Draft' }), header(), next)).toEqual({
    pat_name: 'Rao Asha',
  })
})
