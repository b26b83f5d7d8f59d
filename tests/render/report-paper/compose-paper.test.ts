import { expect, test } from 'vitest'
import type { ReportRow } from '#contract/calls/reports.ts'
import { paperInputOf, paperMarkOf } from '#render/report-paper/compose-paper.ts'
import type { PaperBody } from '#src/db/tables.ts'
import { detail, report, study } from '#tests/features/report/fixtures.ts'

const MARGINS = { top: 40, right: 18, bottom: 30, left: 18 }
const SIGNATURE_FILE = '01990000-0000-7000-8000-0000000000f9'

const paper = (change: Partial<PaperBody> = {}): PaperBody => ({
  study_id: study().id,
  branch_name: 'Main',
  margins: MARGINS,
  margins_plain: { ...MARGINS, top: 18 },
  header_file_id: '01990000-0000-7000-8000-0000000000f1',
  footer_file_id: null,
  header_height_mm: 30,
  footer_height_mm: 0,
  booklet_front_file_id: null,
  booklet_back_file_id: null,
  dob_age: 'BOTH',
  show_second_dr_sign: 0,
  results_wait_for_payment: 0,
  disclaimer: 'An opinion.',
  signatures: [],
  addenda: [],
  ...change,
})

const signed = (change: Partial<ReportRow> = {}) =>
  report({
    status: 'Signed',
    signed_on: '2026-11-20T10:00:00Z',
    signed_by_doctor: 'Dr Asha',
    signed_hash: 'ab',
    ...change,
  })

const filed: PaperBody['signatures'] = [
  {
    report_id: report().id,
    name: 'Dr. Asha Menon',
    title: 'MD',
    licence_no: 'L-1',
    image_url: `/api/file/${SIGNATURE_FILE}?client=c&exp=1&sig=s`,
    role: 'Signed',
    at: '2026-11-20T10:00:00Z',
  },
]

const input = (reports: ReportRow[], body = paper(), options = { letterhead: true, signature: true }) =>
  paperInputOf({
    detail: detail({ study: study({ status: 'Signed' }), reports }),
    paper: body,
    options,
    zone: 'Asia/Kolkata',
    now: new Date('2026-11-21T10:00:00Z'),
    origin: 'https://readroom.example',
  })

test('a filed report has its signature with title, licence, time of the branch and image', () => {
  const { reports, mark } = input([signed()], paper({ signatures: filed }))
  expect(mark).toBeUndefined()
  expect(reports[0]?.signatures).toEqual([
    {
      role: 'Signed',
      name: 'Dr. Asha Menon',
      title: 'MD',
      licenceNo: 'L-1',
      when: '20 Nov 2026 03:30 PM',
      imageId: SIGNATURE_FILE,
    },
  ])
})

test('a signature that waits on this device is provisional and has no image', () => {
  const { reports, mark } = input([signed({ signed_hash: '' })], paper({ signatures: filed }))
  expect(mark).toBe('provisional')
  expect(reports[0]?.signatures.map(({ name, imageId }) => [name, imageId])).toEqual([['Dr Asha', undefined]])
})

test('a text before signing is marked as not signed', () => {
  expect(paperMarkOf([report({ status: 'Draft' })])).toBe('unsigned')
  expect(paperMarkOf([signed(), report({ status: 'ReadyForSign' })])).toBe('unsigned')
  expect(paperMarkOf([signed(), signed({ status: 'Verified' })])).toBeUndefined()
})

test('reports without text are not printed', () => {
  const reports = [signed(), signed({ report_no: 2, report_data: '<p></p>' })]
  expect(input(reports).reports).toHaveLength(1)
})

test('the letterhead is named only if it is wanted and the branch has one', () => {
  expect(input([signed()]).letterhead).toMatchObject({
    headerImageId: paper().header_file_id,
    headerHeightMm: 30,
    issuer: [paper().branch_name],
  })
  const issuer = ['Sunrise Diagnostics', 'Main', '12 Hill Road']
  expect(input([signed()], paper({ issuer })).letterhead).toMatchObject({ issuer })
  expect(input([signed()], paper({ header_file_id: null })).letterhead).toBeUndefined()
  expect(input([signed()], paper(), { letterhead: false, signature: true }).letterhead).toBeUndefined()
})

test('the paper names patient and study; the client decides whether it shows the age', () => {
  const { patient, studyLines } = input([signed()])
  expect(patient).toMatchObject({ name: 'MEERA RAO', id: 'P-1007', birthDate: '02 Mar 1984', dobAge: 'BOTH' })
  expect(studyLines.map(({ value }) => value)).toEqual([
    'CT · CT Thorax',
    'A-99',
    '20 Nov 2026 02:00 PM',
    'DR KHAN',
  ])
  expect(input([signed()], paper({ dob_age: 'DOB' })).patient.dobAge).toBe('DOB')
})

const HASH = 'ab12'.repeat(16)
const verified: PaperBody['signatures'] = [
  ...filed,
  {
    report_id: report().id,
    name: 'Dr. Anjali Mehta',
    title: 'MD',
    licence_no: 'L-2',
    image_url: '',
    role: 'Verified',
    at: '2026-11-20T12:00:00Z',
  },
]

test('the verifier is a line below the single signature, or a second signature if the client shows two', () => {
  const reports = [signed({ status: 'Verified', verified_on: '2026-11-20T12:00:00Z' })]
  const [one] = input(reports, paper({ signatures: verified })).reports
  expect(one?.signatures.map(({ role, note }) => [role, note])).toEqual([
    ['Signed', 'Verified by Dr. Anjali Mehta, 20 Nov 2026 05:30 PM'],
  ])
  const [two] = input(reports, paper({ signatures: verified, show_second_dr_sign: 1 })).reports
  expect(two?.signatures.map(({ role, note }) => [role, note])).toEqual([
    ['Signed', undefined],
    ['Verified', undefined],
  ])
})

test('a mark of another signature of the report is under no text: neither on a stored paper nor on an old revision', () => {
  const [revised] = input(
    [signed({ signed_on: '2026-11-20T13:00:00Z', signed_by_doctor: 'Dr Omar' })],
    paper({ signatures: verified }),
  ).reports
  expect(revised?.signatures.map(({ name, imageId, note }) => [name, imageId, note])).toEqual([
    ['Dr Omar', undefined, undefined],
  ])
  // An addendum reset it: it is signed as before, and no longer verified.
  const [appended] = input([signed()], paper({ signatures: verified, show_second_dr_sign: 1 })).reports
  expect(appended?.signatures.map(({ role, name }) => [role, name])).toEqual([['Signed', 'Dr. Asha Menon']])
})

test('a filed report says where it can be checked; a draft, or a waiting signature, does not', () => {
  const filed = signed({ signed_hash: HASH })
  const [one] = input([filed]).reports
  const url = `https://readroom.example/verify-signature?h=${HASH}&r=${filed.report_id}`
  expect(one?.check).toEqual({ hash: HASH, url })
  expect(input([signed({ signed_hash: '' })]).reports[0]?.check).toBeUndefined()
  expect(input([report({ status: 'Draft', signed_hash: HASH })]).reports[0]?.check).toBeUndefined()
})

const ADDENDUM = {
  id: '01990000-0000-7000-8000-0000000000a7',
  rev: 1,
  study_id: study().id,
  report_id: report().id,
  content: '<p>More.</p>',
  seen_hash: HASH,
  signed_hash: HASH,
  signed_by: 'Dr Asha',
  signed_by_id: '01990000-0000-7000-8000-00000000d001',
  signed_on: '2026-11-20T11:00:00Z',
}

const withAddenda = (addenda: (typeof ADDENDUM)[], body = paper()) =>
  paperInputOf({
    detail: detail({ study: study({ status: 'Signed' }), reports: [signed()] }),
    paper: body,
    options: { letterhead: true, signature: true },
    zone: 'Asia/Kolkata',
    now: new Date('2026-11-21T10:00:00Z'),
    origin: 'https://readroom.example',
    addenda,
  })

test('addenda are the server’s, followed by those only on this device; none occurs twice', () => {
  const kept = {
    id: ADDENDUM.id,
    report_id: ADDENDUM.report_id,
    content: ADDENDUM.content,
    name: 'Dr. Asha Menon',
    title: 'MD',
    licence_no: 'L-1',
    image_url: '',
    at: ADDENDUM.signed_on,
  }
  const later = { ...ADDENDUM, id: '01990000-0000-7000-8000-0000000000a8', content: '<p>Later.</p>' }
  const [one] = withAddenda([later, ADDENDUM], paper({ addenda: [kept] })).reports
  expect(one?.addenda?.map(({ content, signature }) => [content, signature.name, signature.when])).toEqual([
    ['<p>More.</p>', 'Dr. Asha Menon', '20 Nov 2026 04:30 PM'],
    ['<p>Later.</p>', 'Dr Asha', '20 Nov 2026 04:30 PM'],
  ])
})

test('an addendum that waits on this device makes the whole paper provisional', () => {
  expect(withAddenda([ADDENDUM]).mark).toBeUndefined()
  expect(withAddenda([{ ...ADDENDUM, signed_hash: '' }]).mark).toBe('provisional')
})

test('an unpaid paper that waits for its signature names the signature first: it is not filed at all', () => {
  const source = {
    paper: paper(),
    options: { letterhead: true, signature: true },
    zone: 'Asia/Kolkata',
    now: new Date('2026-11-21T10:00:00Z'),
    origin: 'https://readroom.example',
    mark: 'unpaid' as const,
  }
  const of = (one: ReportRow) => paperInputOf({ ...source, detail: detail({ reports: [one] }) }).mark
  expect(of(signed())).toBe('unpaid')
  expect(of(signed({ signed_hash: '' }))).toBe('provisional')
})

test('a signature by touch has the fingerprint of its key, each role its own', () => {
  const reports = [signed({ status: 'Verified', verified_on: '2026-11-20T12:00:00Z' })]
  const [by, second] = verified
  const touched = [{ ...by!, touch: '1A2B 3C4D 5E6F 7081' }, second!]
  const [two] = input(reports, paper({ signatures: touched, show_second_dr_sign: 1 })).reports
  expect(two?.signatures.map(({ role, touch }) => [role, touch])).toEqual([
    ['Signed', '1A2B 3C4D 5E6F 7081'],
    ['Verified', undefined],
  ])
})
