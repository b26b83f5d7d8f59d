import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { CSV_ROWS_MAX } from '#contract/kernel/paging.ts'
import { createStudyCsv } from '#src/workers/study-csv.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'

const PLACE = { zone: 'Asia/Kolkata', now: new Date('2026-11-20T12:05:00Z'), isExtended: false }
const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`

async function read(blob: Blob): Promise<string[][]> {
  // As bytes, because reading it as text removes the byte order mark.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer())
  expect(text.startsWith('\uFEFF')).toBe(true)
  return Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true }).data
}

test('a row of the file matches the studies table', async () => {
  const csv = createStudyCsv(PLACE)
  csv.add([
    studyRowOf({
      id: idOf(1),
      pat_name: 'Rao, "Asha"',
      tag: 'Urgent',
      tag_critical: 'Critical result',
      status: 'Verified',
      signed_on: '2026-11-20T10:05:00Z',
      signed_by_doctor: 'Dr. Nair',
      verified_on: '2026-11-20T11:00:00Z',
    }),
  ])
  const [head, row] = await read(csv.finish())
  expect(Object.fromEntries(head!.map((name, i) => [name, row![i]]))).toEqual({
    'Patient ID': 'P-1',
    'Patient Name': 'Rao, "Asha"',
    Tag: 'Critical result, Urgent',
    'Accession No': 'ACC-1',
    Modality: 'CT',
    'Study Name': 'CT Chest',
    'Study Date': '20 Nov 2026',
    TAT: '2 h',
    'Report Date': '20 Nov 2026 03:35 PM',
    'Verified Date': '20 Nov 2026 04:30 PM',
    'Report By': 'Dr. Nair',
    Branch: 'Main',
    Status: 'Verified',
  })
})

test('the verified date appears only with Verified; an unsigned study has neither report date nor author', async () => {
  const csv = createStudyCsv(PLACE)
  csv.add([
    studyRowOf({
      id: idOf(1),
      status: 'Signed',
      signed_on: '2026-11-20T10:05:00Z',
      verified_on: '2026-11-20T11:00:00Z',
    }),
    studyRowOf({ id: idOf(2), signed_by_doctor: 'Dr. Nair' }),
    // An addendum was added after the signature.
    studyRowOf({ id: idOf(3), signed_by_doctor: 'Dr. Nair', signed_on: '2026-11-20T10:05:00Z' }),
  ])
  const [head, signed, ...pending] = await read(csv.finish())
  expect(signed?.[head!.indexOf('Verified Date')]).toBe('')
  const cells = (row: string[]) => ['Report Date', 'Report By', 'TAT'].map((name) => row[head!.indexOf(name)])
  expect(pending.map(cells)).toEqual([
    ['', '', '4 h'],
    ['', '', '4 h'],
  ])
})

test('the longer rows of a client that has them show N/A for unknown values', async () => {
  const csv = createStudyCsv({ ...PLACE, isExtended: true })
  csv.add([
    studyRowOf({
      id: idOf(1),
      status: 'Signed',
      assigned_on: '2026-11-20T09:00:00Z',
      signed_on: '2026-11-20T10:05:00Z',
    }),
  ])
  const [head, row] = await read(csv.finish())
  const cell = (name: string) => row?.[head!.indexOf(name)]
  expect(head).toHaveLength(21)
  expect(cell('Booking Request Time')).toBe('N/A')
  expect(cell('Case Assigned Time')).toBe('20 Nov 2026 02:30 PM')
  expect(cell('Reporting TAT')).toBe('1 h 5 m')
})

test('the longer rows contain the times of the visit’s steps', async () => {
  const csv = createStudyCsv({ ...PLACE, isExtended: true })
  const visit_times = {
    booking_requested_on: '2026-11-19T04:00:00Z',
    booking_converted_on: '2026-11-19T05:00:00Z',
    visit_started_on: '2026-11-20T07:00:00Z',
    scan_started_on: '2026-11-20T07:30:00Z',
    scan_completed_on: null,
  }
  const signed = { status: 'Signed', signed_on: '2026-11-20T10:05:00Z', visit_times } as const
  csv.add([studyRowOf({ id: idOf(1), ...signed }), studyRowOf({ id: idOf(2), visit_times })])
  const [head, row, open] = await read(csv.finish())
  expect(head!.slice(13).map((name, i) => [name, row![13 + i]])).toEqual([
    ['Booking Request Time', '19 Nov 2026 09:30 AM'],
    ['Booking Convert Time', '19 Nov 2026 10:30 AM'],
    ['Visit Start Time', '20 Nov 2026 12:30 PM'],
    ['Scan Start Time', '20 Nov 2026 01:00 PM'],
    ['Scan Completed Time', 'N/A'],
    ['Case Assigned Time', 'N/A'],
    // From the start of the visit to the signature; without a signature there is no end.
    ['Start to End TAT', '3 h 5 m'],
    ['Reporting TAT', 'N/A'],
  ])
  expect(open?.[head!.indexOf('Start to End TAT')]).toBe('N/A')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  '%j is written as a text and not as a formula',
  async (name) => {
    const csv = createStudyCsv(PLACE)
    csv.add([studyRowOf({ id: idOf(1), pat_name: name })])
    const [, row] = await read(csv.finish())
    expect(row?.[1]).toBe(`'${name}`)
  },
)

test('a study that appears on two pages is written once, and the file ends at its limit', async () => {
  const csv = createStudyCsv(PLACE)
  const page = Array.from({ length: CSV_ROWS_MAX }, (_, n) => studyRowOf({ id: idOf(n) }))
  expect(csv.add(page.slice(0, 10))).toBe(10)
  expect(csv.add(page.slice(5, 15))).toBe(15)
  expect(csv.add(page)).toBe(CSV_ROWS_MAX)
  expect(csv.add([studyRowOf({ id: idOf(CSV_ROWS_MAX + 1) })])).toBe(CSV_ROWS_MAX)
  expect(await read(csv.finish())).toHaveLength(CSV_ROWS_MAX + 1)
})
