import { expect, test } from 'vitest'
import { type CsvStudy, csvHead, csvRow } from '#domain/study/study-csv.ts'

const NOW = new Date('2026-11-20T12:05:00Z')
const study: CsvStudy = {
  pat_id: 'P-1',
  pat_name: 'Asha Rao',
  tag: 'Urgent',
  tag_critical: '',
  accession_no: 'ACC-1',
  modality: 'CT',
  study_desc: 'CT Chest',
  study_datetime: '2026-11-20T08:00:00Z',
  received_datetime: '2026-11-20T08:05:00Z',
  tat: 60,
  status: 'Pending',
  assigned_on: null,
  signed_on: null,
  signed_by_doctor: 'Dr. Nair',
  verified_on: null,
  branch: 'Main',
}
const SIGNED: Partial<CsvStudy> = { status: 'Signed', signed_on: '2026-11-20T10:05:00Z' }
const TIMES = {
  booking_requested_on: '2026-11-19T04:00:00Z',
  booking_converted_on: '2026-11-19T05:00:00Z',
  visit_started_on: '2026-11-20T07:00:00Z',
  scan_started_on: '2026-11-20T07:30:00Z',
  scan_completed_on: '2026-11-20T07:45:00Z',
}

/** The cells of a study, by column. */
function cellsOf(change: Partial<CsvStudy> = {}, isExtended = false): Record<string, string> {
  const row = csvRow({ ...study, ...change }, { zone: 'Asia/Kolkata', now: NOW, isExtended })
  expect(row).toHaveLength(csvHead(isExtended).length)
  return Object.fromEntries(csvHead(isExtended).map((name, i) => [name, row[i] ?? '']))
}

test('a waiting study is a row with its time so far, and without the names and dates of a report', () => {
  expect(cellsOf()).toEqual({
    'Patient ID': 'P-1',
    'Patient Name': 'Asha Rao',
    Tag: 'Urgent',
    'Accession No': 'ACC-1',
    Modality: 'CT',
    'Study Name': 'CT Chest',
    'Study Date': '20 Nov 2026',
    TAT: '4 h',
    'Report Date': '',
    'Verified Date': '',
    'Report By': '',
    Branch: 'Main',
    Status: 'Pending',
  })
})

test('a signed study has its author and the time until its signature; a verified one the date of that, too', () => {
  const verified_on = '2026-11-20T11:00:00Z'
  expect(cellsOf({ ...SIGNED, verified_on })).toMatchObject({
    TAT: '2 h',
    'Report Date': '20 Nov 2026 03:35 PM',
    'Verified Date': '',
    'Report By': 'Dr. Nair',
    Status: 'Signed',
  })
  expect(cellsOf({ ...SIGNED, status: 'Verified', verified_on })).toMatchObject({
    'Verified Date': '20 Nov 2026 04:30 PM',
    Status: 'Verified',
  })
})

test('both tags stand in one cell, and a study without a date has an empty one', () => {
  expect(cellsOf({ tag_critical: 'Critical result' }).Tag).toBe('Critical result, Urgent')
  expect(cellsOf({ tag: '', study_datetime: null })).toMatchObject({ Tag: '', 'Study Date': '' })
})

test('the longer row tells when the visit reached its steps, and how long the report took', () => {
  const given = { ...SIGNED, visit_times: TIMES, assigned_on: '2026-11-20T09:00:00Z' }
  expect(cellsOf(given, true)).toMatchObject({
    'Booking Request Time': '19 Nov 2026 09:30 AM',
    'Booking Convert Time': '19 Nov 2026 10:30 AM',
    'Visit Start Time': '20 Nov 2026 12:30 PM',
    'Scan Start Time': '20 Nov 2026 01:00 PM',
    'Scan Completed Time': '20 Nov 2026 01:15 PM',
    'Case Assigned Time': '20 Nov 2026 02:30 PM',
    'Start to End TAT': '3 h 5 m',
    'Reporting TAT': '1 h 5 m',
  })
  expect(cellsOf(given)).not.toHaveProperty('Reporting TAT')
})

test('what is not known is N/A in the longer row', () => {
  const unknown = (change: Partial<CsvStudy>) =>
    Object.entries(cellsOf(change, true)).flatMap(([name, text]) => (text === 'N/A' ? [name] : []))
  expect(unknown({})).toEqual(csvHead(true).slice(13))
  const assigned_on = '2026-11-20T09:00:00Z'
  // Without a signature nothing has an end.
  expect(unknown({ visit_times: TIMES, assigned_on })).toEqual(['Start to End TAT', 'Reporting TAT'])
  expect(unknown({ ...SIGNED, visit_times: { ...TIMES, visit_started_on: null } })).toEqual([
    'Visit Start Time',
    'Case Assigned Time',
    'Start to End TAT',
    'Reporting TAT',
  ])
})
