import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportIdOf } from '#domain/report/report-id.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, detail, feedOf, history, personId, putStudy, reportOf, save } from './report-fixture.ts'

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

const verify = (desk: ApiUser, study_id: string, seen?: { report_id: string; hash: string }[]) =>
  desk.post(`${PHP}verifyReport`, { study_id, ...(seen ? { seen } : {}) })

const assign = (desk: ApiUser, study_id: string, writer: string | null, signer: string | null = null) =>
  desk.post(`${PHP}assignDoctor`, {
    study_id,
    assigned_doctor_id: writer && personId(writer),
    signed_by_doctor_id: signer && personId(signer),
  })

async function signedStudy(): Promise<{ study: string; hash: string; report_id: string }> {
  const study = await putStudy(server, { writer: 'dr.iyer', signer: 'dr.iyer' })
  const { body } = await save(iyer, study, { status: 'Signed', text: '<p>Final.</p>' })
  return { study, hash: body.result.report.signed_hash as string, report_id: reportIdOf(study, 1) }
}

test('verifying the text that was shown stores who and when on report and study', async () => {
  const { study, hash, report_id } = await signedStudy()
  const { status, body } = await verify(mehta, study, [{ report_id, hash }])
  expect(status).toBe(200)
  expect(body.message).toBe('Verified')
  const at = server.clock.now.toISOString()
  expect(body.result.study).toMatchObject({
    status: 'Verified',
    verified_on: at,
    verified_by_user: 'Dr. Anjali Mehta',
  })
  expect(await reportOf(mehta, study)).toMatchObject({
    rev: 2,
    status: 'Verified',
    verified_on: at,
    verified_by_user: 'Dr. Anjali Mehta',
    signed_by_doctor: 'Dr. Karthik Iyer',
    signed_hash: hash,
  })
  expect((await history(mehta, study)).map((version) => version.status)).toEqual(['Signed', 'Verified'])
})

test('a text other than the one shown is not verified, and is returned for review', async () => {
  const { study, report_id } = await signedStudy()
  for (const seen of [[{ report_id, hash: 'f'.repeat(64) }], []]) {
    const { status, body } = await verify(mehta, study, seen)
    expect([status, body.code]).toEqual([409, 'text_changed'])
    expect(body.current).toMatchObject({ id: report_id, report_data: '<p>Final.</p>' })
  }
  expect((await detail(mehta, study)).study.status).toBe('Signed')
})

test('verify is for Signed only, for users with the permission, and once', async () => {
  const draft = await putStudy(server, { writer: 'dr.iyer' })
  await save(iyer, draft, { status: 'ReadyForSign' })
  expect((await verify(mehta, draft)).body.code).toBe('not_signed')
  const { study } = await signedStudy()
  expect((await verify(iyer, study)).body.code).toBe('not_permitted')
  expect((await verify(mehta, study)).status).toBe(200)
  expect((await verify(mehta, study)).body.code).toBe('not_signed')
  const elsewhere = await server.signIn('dr.sabah')
  expect((await verify(elsewhere, study)).status).toBe(404)
})

test('a study of two reports is verified only when both are signed, and then both at once', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer', reports: 2 })
  await save(iyer, study, { status: 'Signed', no: 1 })
  expect((await verify(mehta, study)).body.code).toBe('not_signed')
  await save(iyer, study, { status: 'Signed', no: 2 })
  expect((await verify(mehta, study)).status).toBe(200)
  const { reports } = await detail(mehta, study)
  expect(reports.map((report) => report.status)).toEqual(['Verified', 'Verified'])
})

test('a doctor takes an unassigned study, and only for themselves', async () => {
  const study = await putStudy(server)
  await askAdmin(server, `update app_user set role_id = 7 where username = 'dr.nair'`)
  const nair = await server.signIn('dr.nair')
  expect((await assign(nair, study, 'dr.iyer')).body.code).toBe('not_permitted')
  const { status, body } = await assign(nair, study, 'dr.nair', 'dr.nair')
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({
    message: 'Assigned',
    result: {
      study: {
        assigned_doctor: 'Dr. Vivek Nair',
        signed_by_doctor_id: personId('dr.nair'),
        assigned_on: server.clock.now.toISOString(),
      },
    },
  })
  expect((await assign(nair, study, 'dr.nair', 'dr.nair')).status).toBe(200)
})

test('an assigned study is reassigned by permission only', async () => {
  const study = await putStudy(server, { writer: 'dr.khan' })
  await askAdmin(server, `update app_user set role_id = 7 where username = 'dr.fernandes'`)
  const fernandes = await server.signIn('dr.fernandes')
  expect((await assign(fernandes, study, 'dr.fernandes')).body.code).toBe('refused')
  const reception = await server.signIn('reception.andheri')
  expect((await assign(reception, study, 'dr.iyer')).body.code).toBe('not_permitted')
  expect((await assign(manager, study, 'dr.iyer', 'dr.mehta')).status).toBe(200)
  expect((await assign(manager, study, null)).body.result.study).toMatchObject({
    assigned_doctor_id: null,
    assigned_on: null,
  })
})

test.each([
  ['reception.andheri', null, 'assigned_doctor_id'],
  ['dr.sabah', null, 'assigned_doctor_id'],
  ['dr.iyer', 'dr.kulkarni', 'signed_by_doctor_id'],
])(
  'the writing doctor must be a doctor of the client and the signing one must sign (%s, %s)',
  async (writer, signer, field) => {
    const study = await putStudy(server)
    const { status, body } = await assign(manager, study, writer, signer)
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
  },
)

test('assignment is locked once the report is signed', async () => {
  const { study } = await signedStudy()
  expect((await assign(manager, study, 'dr.khan')).body.code).toBe('already_signed')
})

test('a reassigned study leaves the earlier doctor’s worklist, with its draft', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const report = reportIdOf(study, 1)
  await save(iyer, study, { status: 'Draft' })
  await assign(manager, study, 'dr.khan')
  const left = (await feedOf(server, study, report)).filter((row) => row.op === 'leave')
  expect(left).toEqual([
    expect.objectContaining({ id: study, type: 'study', scope: `doctor:${personId('dr.iyer')}` }),
  ])
  const puts = (await feedOf(server, report)).filter((row) => row.op === 'put').map((row) => row.scope)
  // The last writer keeps the copy of the draft as its author.
  expect(new Set(puts)).toEqual(new Set([`doctor:${personId('dr.iyer')}`, `doctor:${personId('dr.khan')}`]))
  expect((await iyer.get(`study/rowDetail/${study}`)).status).toBe(404)
})

test('the editor receives the rights of its doctor', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer', signer: 'dr.mehta' })
  const may = async (desk: ApiUser) => {
    const { can_write_report, can_sign, can_verify } = await detail(desk, study)
    return [can_write_report, can_sign, can_verify]
  }
  expect(await may(iyer)).toEqual([1, 0, 0])
  expect(await may(mehta)).toEqual([1, 1, 0])
  expect(await may(manager)).toEqual([0, 0, 0])
  await save(mehta, study, { status: 'Signed' })
  expect(await may(mehta)).toEqual([1, 1, 1])
})

async function portalDesk(): Promise<ApiUser> {
  await askAdmin(
    server,
    `insert into role (client_id, id, name, modules) values ($1, 20, 'Portal', '{view_patient_portal_archives}')
     on conflict do nothing`,
    [SANJEEVANI.id],
  )
  await askAdmin(server, `update app_user set role_id = 20 where username = 'reception.andheri'`)
  return server.signIn('reception.andheri')
}

const activate = (study_id: string) => manager.post(`${PHP}activateStudyPatient`, { study_id, no_of_days: 2 })

test('an unsigned report is not shown to users with only the patient portal', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  await save(iyer, study, { status: 'Draft' })
  await activate(study)
  const portal = await portalDesk()
  expect((await detail(portal, study)).reports).toEqual([])
  expect(await history(portal, study)).toEqual([])
  await save(iyer, study, { status: 'Signed', base: 1 })
  expect((await detail(portal, study)).reports).toHaveLength(1)
  expect((await history(portal, study)).map((version) => version.status)).toEqual(['Signed'])
})

test('a signed report is shown to users with only the patient portal while its study is activated', async () => {
  const { study, hash, report_id } = await signedStudy()
  const content = '<p>The nodule is 8 mm, not 18.</p>'
  const id = crypto.randomUUID()
  await iyer.post(`${PHP}studies/saveAddendum`, { id, study_id: study, report_id, content, seen_hash: hash })
  const portal = await portalDesk()
  const read = async (desk: ApiUser) => [
    (await detail(desk, study)).reports.length,
    (await history(desk, study)).length,
    (await desk.get(`${PHP}report/paper/${study}`)).body.result.addenda.length,
    (await desk.get(`${PHP}studies/bookletDtl/${study}`)).body.result.report_html,
  ]
  expect(await read(portal)).toEqual([0, 0, 0, ''])
  expect(await read(mehta)).toEqual([1, 1, 1, '<p>Final.</p>'])
  expect((await activate(study)).status).toBe(200)
  expect(await read(portal)).toEqual([1, 1, 1, '<p>Final.</p>'])
  const { now } = server.clock
  server.clock.now = new Date(now.getTime() + 3 * 86_400_000)
  const later = await portalDesk()
  expect(await read(later)).toEqual([0, 0, 0, ''])
  server.clock.now = now
})

test('the paper has the branch’s margins and the signatures of signer and verifier', async () => {
  const { study, report_id } = await signedStudy()
  await askAdmin(
    server,
    `update app_user set signature_file_id = gen_random_uuid() where username = 'dr.iyer'`,
  )
  await verify(mehta, study)
  const { body } = await manager.get(`${PHP}report/paper/${study}`)
  expect(body.result).toMatchObject({
    study_id: study,
    branch_name: 'Sanjeevani Andheri',
    issuer: expect.arrayContaining([expect.stringContaining('Sanjeevani'), 'Sanjeevani Andheri']),
    margins: { top: 40, right: 18, bottom: 28, left: 18 },
    header_height_mm: 34,
    dob_age: 'BOTH',
    signatures: [
      {
        report_id,
        role: 'Signed',
        name: 'Dr. Karthik Iyer',
        title: 'DNB (Radiodiagnosis)',
        licence_no: 'MMC 2013/07/2450',
      },
      { report_id, role: 'Verified', name: 'Dr. Anjali Mehta', image_url: '' },
    ],
  })
  expect(body.result.signatures[0].image_url).toMatch(/^\/api\/file\/[\w-]+\?.*sig=/)
})

test('a draft’s paper has no signature, and a study without a branch no letterhead', async () => {
  const study = await putStudy(server, { branch: null, writer: 'dr.iyer' })
  await save(iyer, study, { status: 'ReadyForSign' })
  const { body } = await iyer.get(`${PHP}report/paper/${study}`)
  expect(body.result).toMatchObject({ branch_name: '', header_file_id: null, signatures: [] })
})

test('reading, assigning and verifying are in the audit trail', async () => {
  const { study, report_id } = await signedStudy()
  await detail(manager, study)
  await verify(mehta, study)
  const reports = await readAudit(server, SANJEEVANI.id, 'report')
  expect(reports).toContainEqual(
    expect.objectContaining({ action: 'read', record_id: study, user_id: personId('manager.andheri') }),
  )
  expect(reports).toContainEqual(
    expect.objectContaining({ action: 'verify', record_id: report_id, user_id: personId('dr.mehta') }),
  )
  const studies = await readAudit(server, SANJEEVANI.id, 'study')
  expect(studies).toContainEqual(
    expect.objectContaining({ action: 'assign', user_id: personId('manager.andheri') }),
  )
  expect(ANDHERI).not.toBe('')
})
