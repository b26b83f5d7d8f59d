import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SaveStatus } from '#domain/status/report-status.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { history, putStudy, reportOf, save } from './report-fixture.ts'

let server: DemoServer
let mehta: ApiUser

beforeAll(async () => {
  server = await openDemo()
  mehta = await server.signIn('dr.mehta')
})
afterAll(() => server.close())

const OPEN = {
  text: '<p>A nodule of [[Size of the nodule: number mm 3..11]], <strong>[[Side: left | right]]</strong>.</p>',
  conclusion: '<p>[[Side: left | right]], stable.</p>',
}
const WORDS = 'Fill these fields before signing: Size of the nodule, Side.'

test.each(['Auto', 'Draft', 'ReadyForSign'] as const)(
  'a save as %s keeps open fields unchanged',
  async (status: SaveStatus) => {
    const study = await putStudy(server, { writer: 'dr.mehta' })
    expect((await save(mehta, study, { status, ...OPEN })).status).toBe(200)
    expect(await reportOf(mehta, study)).toMatchObject({
      report_data: OPEN.text,
      conclusion: OPEN.conclusion,
    })
  },
)

test('a signature over open fields is refused with their names, also from a client that does not check', async () => {
  const study = await putStudy(server, { writer: 'dr.mehta' })
  await save(mehta, study, { status: 'Draft', ...OPEN })
  const more = { signed_over: ['unfilled_field'] }
  const refused = await save(mehta, study, { status: 'Signed', base: 1, ...OPEN, more })
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([422, 'refused', WORDS])
  expect(await reportOf(mehta, study)).toMatchObject({ rev: 1, status: 'Draft', signed_hash: '' })
  expect(await history(mehta, study)).toHaveLength(1)
  const filled = { text: '<p>A nodule of 8 mm, left.</p>', conclusion: '<p>left, stable.</p>' }
  const signed = await save(mehta, study, { status: 'Signed', base: 1, ...filled })
  expect([signed.status, signed.body.result.report.status]).toEqual([200, 'Signed'])
})

test('a field in one section alone blocks the signature; brackets that are not a field do not', async () => {
  const study = await putStudy(server, { writer: 'dr.mehta' })
  const one = await save(mehta, study, { status: 'Signed', conclusion: '<p>[[Side]]</p>' })
  expect(one.body.message).toBe('Fill these fields before signing: Side.')
  const plain = await save(mehta, study, {
    status: 'Signed',
    text: '<p>PI-RADS [4], [[Side: left]], [[]]</p>',
  })
  expect(plain.status).toBe(200)
})

test('a revision of a signed report is also blocked, and the signed text stays', async () => {
  const setEditType = (type: string) =>
    askAdmin(server, 'update client set report_edit_type = $2 where id = $1', [SANJEEVANI.id, type])
  await setEditType('UpdateContent')
  const study = await putStudy(server, { writer: 'dr.mehta' })
  await save(mehta, study, { status: 'Signed', text: '<p>Final.</p>' })
  const revised = await save(mehta, study, { status: 'Signed', base: 1, text: '<p>Final [[Side]].</p>' })
  expect([revised.status, revised.body.message]).toEqual([422, 'Fill these fields before signing: Side.'])
  expect(await reportOf(mehta, study)).toMatchObject({ rev: 1, report_data: '<p>Final.</p>' })
  await setEditType('Addendum')
})
