import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ReportRow } from '#contract/calls/reports.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { detail, feedOf, history, putStudy, reportOf, save } from './report-fixture.ts'

let server: DemoServer
let mehta: ApiUser
let iyer: ApiUser
let manager: ApiUser

beforeAll(async () => {
  server = await openDemo()
  mehta = await server.signIn('dr.mehta')
  iyer = await server.signIn('dr.iyer')
  manager = await server.signIn('manager.andheri')
})
afterAll(() => server.close())
beforeEach(() => setEditType('Addendum'))

const setEditType = (type: 'Addendum' | 'UpdateContent') =>
  askAdmin(server, 'update client set report_edit_type = $2 where id = $1', [SANJEEVANI.id, type])

const TEXT = '<p>Compared with the film of May.</p>'

interface Append {
  id?: string
  content?: string
  seen_hash?: string
  report_id?: string
}

const append = (desk: ApiUser, report: ReportRow, { id = crypto.randomUUID(), ...more }: Append = {}) =>
  desk.post(`${PHP}studies/saveAddendum`, {
    id,
    study_id: report.study_id,
    report_id: report.id,
    content: TEXT,
    seen_hash: report.signed_hash,
    ...more,
  })

const verify = (desk: ApiUser, study_id: string, more: object = {}) =>
  desk.post(`${PHP}verifyReport`, { study_id, ...more })

async function signed(): Promise<ReportRow> {
  const study = await putStudy(server, { writer: 'dr.iyer', signer: 'dr.iyer' })
  const { body } = await save(iyer, study, { status: 'Signed', text: '<p>Final.</p>' })
  return body.result.report as ReportRow
}

test('an addendum is appended under its author, the signed text stays exactly the same, and all is verified again', async () => {
  const report = await signed()
  expect((await verify(mehta, report.study_id)).status).toBe(200)
  const id = crypto.randomUUID()
  const { status, body } = await append(mehta, report, { id })
  expect([status, body.result.status]).toEqual([200, 'Signed'])
  expect(body.result.addendum).toMatchObject({
    id,
    content: TEXT,
    seen_hash: report.signed_hash,
    signed_by: 'Dr. Anjali Mehta',
    signed_on: server.clock.now.toISOString(),
  })
  const { study, reports } = await detail(mehta, report.study_id)
  expect(study).toMatchObject({ status: 'Signed', verified_on: null, verified_by_user: '' })
  expect(reports[0]).toMatchObject({
    rev: 3,
    status: 'Signed',
    report_data: '<p>Final.</p>',
    signed_hash: report.signed_hash,
    signed_by_doctor: 'Dr. Karthik Iyer',
    verified_on: null,
  })
  const versions = await history(mehta, report.study_id)
  expect(versions.map((version) => version.status)).toEqual(['Signed', 'Verified', 'Signed'])
  expect((await feedOf(server, id)).map(({ type, op }) => `${type} ${op}`)).toContain('addendum put')
  expect((await verify(mehta, report.study_id, { seen_addenda: [id] })).body.result.study.status).toBe(
    'Verified',
  )
})

test('a repeated addendum is one, and the same id with another text is refused', async () => {
  const report = await signed()
  const id = crypto.randomUUID()
  const first = await append(iyer, report, { id })
  const second = await append(iyer, report, { id })
  expect([second.status, second.body.result.addendum]).toEqual([200, first.body.result.addendum])
  const rows = await askAdmin(server, 'select id from report_addendum where report_id = $1', [report.id])
  expect(rows).toHaveLength(1)
  const other = await append(iyer, report, { id, content: '<p>Other.</p>' })
  expect([other.status, other.body.code]).toEqual([422, 'id_reused'])
  expect((await append(mehta, report, { id })).body.code).toBe('id_reused')
})

test('an addendum to an outdated text is refused with the current text', async () => {
  const report = await signed()
  const { status, body } = await append(mehta, report, { seen_hash: 'f'.repeat(64) })
  expect([status, body.code]).toEqual([409, 'text_changed'])
  expect(body.current).toMatchObject({ id: report.id, report_data: '<p>Final.</p>' })
})

test('a new addendum must be shown before the verification', async () => {
  const report = await signed()
  await append(iyer, report)
  const { status, body } = await verify(mehta, report.study_id, { seen_addenda: [] })
  expect([status, body.code]).toEqual([409, 'text_changed'])
  expect((await detail(mehta, report.study_id)).study.status).toBe('Signed')
})

test.each([
  ['without the permission', () => manager, {}, 'not_permitted'],
  ['without words', () => mehta, { content: '<p> </p>' }, 'invalid'],
  ['with markup that is not allowed', () => mehta, { content: '<script>1</script>' }, 'markup_refused'],
  ['to a report that is not there', () => mehta, { report_id: crypto.randomUUID() }, 'not_found'],
] as const)('an addendum %s is refused', async (_, desk, change, code) => {
  expect((await append(desk(), await signed(), change)).body.code).toBe(code)
})

test('only a signed report accepts one, and none is accepted where signed reports are revised', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const draft = (await save(iyer, study, { status: 'Draft' })).body.result.report as ReportRow
  expect((await append(mehta, draft, { seen_hash: 'f'.repeat(64) })).body.code).toBe('not_signed')
  const report = await signed()
  await setEditType('UpdateContent')
  expect((await append(mehta, report)).body.code).toBe('refused')
})

test('where signed reports are revised, a signature on the current revision creates a new one', async () => {
  await setEditType('UpdateContent')
  const first = await signed()
  await verify(mehta, first.study_id)
  const revised = await save(iyer, first.study_id, { status: 'Signed', text: '<p>Revised.</p>', base: 2 })
  expect(revised.body.result.report).toMatchObject({
    rev: 3,
    status: 'Signed',
    report_data: '<p>Revised.</p>',
    verified_on: null,
  })
  expect(revised.body.result.report.signed_hash).not.toBe(first.signed_hash)
  expect(revised.body.result.study).toMatchObject({ status: 'Signed', verified_on: null })
  const versions = (await history(mehta, first.study_id)) as unknown as Record<string, unknown>[]
  expect(versions.map((one) => [one.status, one.report_data, one.is_superseded, one.signed_hash])).toEqual([
    ['Signed', '<p>Final.</p>', 1, first.signed_hash],
    ['Verified', '<p>Final.</p>', 1, first.signed_hash],
    ['Signed', '<p>Revised.</p>', 0, revised.body.result.report.signed_hash],
  ])
})

test.each([
  ['an autosave', 'Auto', 1],
  ['a draft', 'Draft', 1],
  ['clearing it', 'Pending', 1],
  ['a signature on another revision', 'Signed', 7],
  ['a signature that says nothing of what it was based on', 'Signed', undefined],
] as const)('a signed report is not changed by %s, even where it may be revised', async (_, status, base) => {
  await setEditType('UpdateContent')
  const report = await signed()
  const answer = await save(iyer, report.study_id, { status, text: '<p>Other.</p>', base })
  expect([answer.status, answer.body.code]).toEqual([422, 'already_signed'])
  expect(answer.body.current).toMatchObject({ report_data: '<p>Final.</p>' })
})

test('two doctors sign the same study: the first signature counts, the other doctor gets the signed text to compare', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  expect((await save(iyer, study, { status: 'Signed', text: '<p>One.</p>' })).status).toBe(200)
  const { status, body } = await save(mehta, study, { status: 'Signed', text: '<p>Two.</p>' })
  expect([status, body.code]).toEqual([422, 'already_signed'])
  expect(body.current).toMatchObject({ report_data: '<p>One.</p>', signed_by_doctor: 'Dr. Karthik Iyer' })
})

test('the second text is recorded once, with the text on which it was signed', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const rules = ['side_disagrees', 'empty_conclusion', 'side_disagrees']
  const { body } = await save(iyer, study, { status: 'Signed', more: { signed_over: rules } })
  const rows = await askAdmin(server, 'select report_rev, rules from sign_warning where report_id = $1', [
    reportIdOf(study, 1),
  ])
  expect(rows).toEqual([
    { report_rev: body.result.report.rev, rules: ['side_disagrees', 'empty_conclusion'] },
  ])
  const rulesAfter = async (signed_over: string[]) => {
    const signed = await putStudy(server, { writer: 'dr.iyer' })
    expect((await save(iyer, signed, { status: 'Signed', more: { signed_over } })).status).toBe(200)
    return askAdmin(server, 'select rules from sign_warning where report_id = $1', [reportIdOf(signed, 1)])
  }
  expect(await rulesAfter(['side_disagrees'])).toEqual([{ rules: ['side_disagrees'] }])
  expect(await rulesAfter([])).toEqual([])
  const quiet = await putStudy(server, { writer: 'dr.iyer' })
  await save(iyer, quiet, { status: 'Draft', more: { signed_over: ['side_disagrees'] } })
  expect(
    await askAdmin(server, 'select 1 from sign_warning where report_id = $1', [reportIdOf(quiet, 1)]),
  ).toEqual([])
})

const setNumber = (desk: ApiUser, study_id: string, no_of_reports: number) =>
  desk.post(`${PHP}updateNoOfReports`, { study_id, no_of_reports })

test('a study may have one to five reports, and never fewer than those with text', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer', signer: 'dr.iyer' })
  expect((await setNumber(mehta, study, 3)).body.result.study).toMatchObject({ no_of_reports: 3 })
  await save(iyer, study, { no: 2, status: 'Draft' })
  expect((await setNumber(mehta, study, 1)).body).toMatchObject({
    code: 'refused',
    message: 'Report 2 has text already.',
  })
  expect((await setNumber(mehta, study, 2)).status).toBe(200)
  for (const no of [0, 6, 1.5]) expect((await setNumber(mehta, study, no)).body.code).toBe('invalid')
  expect((await setNumber(iyer, study, 3)).body.code).toBe('not_permitted')
})

test('a report requested after the others were signed reopens the study, and its removal closes the study', async () => {
  const report = await signed()
  const opened = await setNumber(mehta, report.study_id, 2)
  // The time continues: without a signature there is no time of signing.
  expect(opened.body.result.study).toMatchObject({ status: 'Pending', signed_on: null })
  expect(await reportOf(mehta, report.study_id)).toMatchObject({ status: 'Signed' })
  expect((await setNumber(mehta, report.study_id, 1)).body.result.study).toMatchObject({
    status: 'Signed',
    signed_on: report.signed_on,
  })
})

test('an addendum with an open template field is refused, and the field is named', async () => {
  const report = await signed()
  const { status, body } = await append(mehta, report, { content: '<p>Now [[Size: number mm 3..11]].</p>' })
  expect([status, body.code, body.message]).toEqual([
    422,
    'refused',
    'Fill these fields before signing: Size.',
  ])
  expect((await append(mehta, report, { content: '<p>Now 8 mm.</p>' })).status).toBe(200)
})
