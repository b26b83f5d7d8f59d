import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#contract/calls/paper.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, personId, putStudy, save } from './report-fixture.ts'

let server: DemoServer
let doctor: ApiUser

beforeAll(async () => {
  server = await openDemo()
  doctor = await server.signIn('dr.iyer')
})
afterAll(() => server.close())

const paperOf = async (studyId: string): Promise<Paper> =>
  (await doctor.get(`${PHP}report/paper/${studyId}`)).body.result as Paper

const setSettings = (settings: string) =>
  askAdmin(
    server,
    `insert into client_setting (client_id) values ($1)
     on conflict (client_id) do nothing`,
    [SANJEEVANI.id],
  ).then(() =>
    askAdmin(server, `update client_setting set ${settings} where client_id = $1`, [SANJEEVANI.id]),
  )

async function signedStudy(): Promise<string> {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  await save(doctor, study, { status: 'Signed', text: '<p>Final.</p>' })
  return study
}

test('without settings both birth date and age are shown, with one signature, and nothing waits for payment', async () => {
  await askAdmin(server, 'delete from client_setting where client_id = $1', [SANJEEVANI.id])
  expect(await paperOf(await signedStudy())).toMatchObject({
    dob_age: 'BOTH',
    show_second_dr_sign: 0,
    results_wait_for_payment: 0,
    signatures: [{ role: 'Signed', name: 'Dr. Karthik Iyer' }],
    addenda: [],
  })
})

test('the client’s settings decide', async () => {
  await setSettings(
    "report_dob_age_show = 'AGE', show_second_dr_sign = true, results_wait_for_payment = true",
  )
  expect(await paperOf(await signedStudy())).toMatchObject({
    dob_age: 'AGE',
    show_second_dr_sign: 1,
    results_wait_for_payment: 1,
  })
})

test('the small print is the branch’s, or the client’s if the branch has none', async () => {
  await setSettings("report_disclaimer = 'Of the client.'")
  const study = await signedStudy()
  const setBranch = (words: string) =>
    askAdmin(server, 'update branch set disclaimer = $1 where id = $2', [words, ANDHERI])
  await setBranch('Of the branch.')
  expect((await paperOf(study)).disclaimer).toBe('Of the branch.')
  await setBranch('  ')
  expect((await paperOf(study)).disclaimer).toBe('Of the client.')
})

test('addenda have the names of their signers, in the order of signing', async () => {
  const study = await signedStudy()
  const add = (content: string, at: string) =>
    askAdmin(
      server,
      `insert into report_addendum (client_id, id, study_id, report_id, content, seen_hash, signed_hash, signed_by_id, signed_on)
       values ($1, $2, $3, $4, $5, 'a', 'b', $6, $7)`,
      [SANJEEVANI.id, crypto.randomUUID(), study, reportIdOf(study, 1), content, personId('dr.mehta'), at],
    )
  await add('<p>Second.</p>', '2026-11-21T08:00:00Z')
  await add('<p>First.</p>', '2026-11-21T07:00:00Z')
  const { addenda } = await paperOf(study)
  expect(addenda.map(({ content, name, at }) => [content, name, at])).toEqual([
    ['<p>First.</p>', 'Dr. Anjali Mehta', '2026-11-21T07:00:00.000Z'],
    ['<p>Second.</p>', 'Dr. Anjali Mehta', '2026-11-21T08:00:00.000Z'],
  ])
})

test('reading the paper is audited; a user who may not see the study gets none', async () => {
  const study = await signedStudy()
  await paperOf(study)
  const lines = await readAudit(server, SANJEEVANI.id, 'paper')
  expect(lines).toContainEqual(expect.objectContaining({ action: 'read', record_id: study }))
  const other = await server.signIn('reception.kothrud')
  expect((await other.get(`${PHP}report/paper/${study}`)).status).toBe(404)
})
