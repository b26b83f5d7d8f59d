import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, detail, putStudy, reportOf, save } from '../reports/report-fixture.ts'
import { applyFormF, asUltrasound, saveBranch } from './form-f-fixture.ts'

let server: DemoServer
let admin: ApiUser
let mehta: ApiUser

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  mehta = await server.signIn('dr.mehta')
})
afterAll(() => server.close())

const TELLS = '<p>Single live male fetus.</p>'

async function obstetric(name = 'USG Obstetric Anomaly Scan', branch?: string) {
  const study = await putStudy(server, branch === undefined ? {} : { branch })
  await asUltrasound(server, study, name)
  return study
}

test('where Form F does not apply a report is signed with any words', async () => {
  const { status } = await save(mehta, await obstetric(), { status: 'Signed', text: TELLS })
  expect(status).toBe(200)
})

test('Form F does not apply without the registration number of the branch', async () => {
  const refused = await saveBranch(admin, { pndt_applies: 1, pndt_registration_no: ' ' })
  expect(refused.status).toBe(400)
  expect(refused.body.fields).toEqual({ pndt_registration_no: 'is required where Form F applies' })
  expect((await applyFormF(admin)).status).toBe(200)
  // A save keeps the values that it leaves out, including the duty.
  expect((await saveBranch(admin, {})).body.result).toMatchObject({
    pndt_applies: 1,
    pndt_registration_no: 'MH/MUM/2019/1234',
  })
  const emptied = await saveBranch(admin, { pndt_registration_no: '' })
  expect(emptied.status).toBe(400)
  const { body } = await mehta.get('branch/getActives')
  expect(body.result.find(({ id }: { id: string }) => id === ANDHERI)).toMatchObject({ pndt_applies: 1 })
})

test('words that reveal the sex of a foetus block the signature, and not the draft', async () => {
  const study = await obstetric()
  const draft = await save(mehta, study, { status: 'Draft', text: TELLS })
  expect(draft.status).toBe(200)
  const refused = await save(mehta, study, {
    status: 'Signed',
    text: TELLS,
    base: 1,
    more: { signed_over: ['foetal_sex'] },
  })
  expect([refused.status, refused.body.code]).toEqual([422, 'refused'])
  expect(refused.body.message).toContain('states the sex of the foetus')
  expect(JSON.stringify(refused.body)).not.toContain('male')
  expect(await reportOf(mehta, study)).toMatchObject({ status: 'Draft', rev: 1 })
  const signed = await save(mehta, study, { status: 'Signed', text: '<p>Single live fetus.</p>', base: 1 })
  expect(signed.status).toBe(200)
})

test('the check includes the conclusion, and applies only to pregnancies at that branch', async () => {
  const concluded = await save(mehta, await obstetric(), {
    status: 'Signed',
    text: '<p>Single live fetus.</p>',
    conclusion: '<p>लड़का</p>',
  })
  expect(concluded.status).toBe(422)
  const knee = await save(mehta, await obstetric('USG Knee'), { status: 'Signed', text: TELLS })
  expect(knee.status).toBe(200)
  const other = SANJEEVANI.branches[1]!.id
  const elsewhere = await save(mehta, await obstetric('USG Obstetric', other), {
    status: 'Signed',
    text: TELLS,
  })
  expect(elsewhere.status).toBe(200)
})

test('the flag of a service applies, whatever the study is called; the list of studies sends it to the device', async () => {
  const [line] = await askAdmin<{ id: string; service_id: string }>(
    server,
    `select vs.id, vs.service_id from visit_service vs join visit v on v.client_id = vs.client_id and v.id = vs.visit_id
     where v.client_id = $1 and v.branch_id = $2 and vs.type = 'Exam_Service'
       and not exists (select 1 from study s where s.client_id = vs.client_id and s.visit_service_id = vs.id) limit 1`,
    [SANJEEVANI.id, ANDHERI],
  )
  const study = await obstetric('Whatever')
  const linkTo = `update study set visit_service_id = $2 where id = $1`
  await askAdmin(server, linkTo, [study, line!.id])
  expect((await detail(mehta, study)).study).toMatchObject({ is_obstetric: 0 })
  const { body } = await admin.get(`${PHP}master/services/ALL`)
  const stored = body.result.find(({ id }: { id: string }) => id === line!.service_id)
  const { id, rev, name, department_id, charges, is_outsourced, status } = stored
  const saved = await admin.post(`${PHP}master/saveService`, {
    id,
    rev,
    name,
    department_id,
    charges,
    is_outsourced,
    status,
    is_obstetric: 1,
  })
  expect(saved.body.result).toMatchObject({ is_obstetric: 1 })
  expect((await detail(mehta, study)).study).toMatchObject({ is_obstetric: 1 })
  expect((await save(mehta, study, { status: 'Signed', text: TELLS })).status).toBe(422)
})

test('an addendum may not reveal it either', async () => {
  const study = await obstetric()
  await askAdmin(server, `update client set report_edit_type = 'Addendum' where id = $1`, [SANJEEVANI.id])
  await save(mehta, study, { status: 'Signed', text: '<p>Single live fetus.</p>' })
  const report = await reportOf(mehta, study)
  const addendum = (content: string) =>
    mehta.post(`${PHP}studies/saveAddendum`, {
      id: randomUUID(),
      study_id: study,
      report_id: report!.id,
      content,
      seen_hash: report!.signed_hash,
    })
  expect((await addendum('<p>It is a boy.</p>')).status).toBe(422)
  expect((await addendum('<p>The placenta is anterior.</p>')).status).toBe(200)
})
