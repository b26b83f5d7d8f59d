import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportIdOf } from '#domain/report/report-id.ts'
import { signedContent } from '#domain/report/signed-content.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, detail, feedOf, history, personId, putStudy, reportOf, save } from './report-fixture.ts'

let server: DemoServer
let mehta: ApiUser
let iyer: ApiUser

beforeAll(async () => {
  server = await openDemo()
  mehta = await server.signIn('dr.mehta')
  iyer = await server.signIn('dr.iyer')
})
afterAll(() => server.close())

const scopeOf = (username: string) => `doctor:${personId(username)}`

test('the first text makes a Draft of report and study', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const { status, body } = await save(iyer, study, { status: 'Auto' })
  expect(status).toBe(200)
  expect(body.message).toBe('Saved successfully')
  expect(body.result.report).toMatchObject({ rev: 1, status: 'Draft', report_data: '<p>Normal study.</p>' })
  expect(body.result.study).toMatchObject({ id: study, status: 'Draft' })
})

test('an autosave without a word leaves the study Pending', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const { body } = await save(iyer, study, { status: 'Auto', text: '<p></p><p>&nbsp;</p>' })
  expect(body.result.study.status).toBe('Pending')
})

test('a save on an older revision, or without one, is a conflict and overwrites nothing', async () => {
  const study = await putStudy(server)
  await save(mehta, study, { status: 'Draft', text: '<p>First.</p>' })
  await save(mehta, study, { status: 'Draft', text: '<p>Second.</p>', base: 1 })
  for (const base of [undefined, 1, 7]) {
    const refused = await save(mehta, study, { status: 'Draft', text: '<p>Mine.</p>', base })
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect(refused.body.current).toMatchObject({
      rev: 2,
      report_data: '<p>Second.</p>',
      updated_by_name: 'Dr. Anjali Mehta',
    })
  }
  expect(await reportOf(mehta, study)).toMatchObject({ rev: 2, report_data: '<p>Second.</p>' })
  const merged = await save(mehta, study, { status: 'Draft', text: '<p>Second. Mine.</p>', base: 2 })
  expect(merged.body.result.report.rev).toBe(3)
})

test('two doctors who start the same report get a conflict and not two reports', async () => {
  const study = await putStudy(server)
  const deshpande = await server.signIn('admin.sanjeevani')
  const [first, second] = await Promise.all([
    save(mehta, study, { status: 'Draft', text: '<p>By Mehta.</p>' }),
    save(mehta, study, { status: 'Draft', text: '<p>By somebody else.</p>' }),
  ])
  expect(new Set([first.status, second.status])).toEqual(new Set([200, 409]))
  expect((await detail(deshpande, study)).reports).toHaveLength(1)
})

test('the same text arriving twice by different ways is no conflict', async () => {
  const study = await putStudy(server)
  await save(mehta, study, { status: 'Draft', text: '<p>Same.</p>' })
  expect((await save(mehta, study, { status: 'Draft', text: '<p>Same.</p>' })).status).toBe(200)
})

test('an autosave that changes nothing keeps the revision', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  await save(iyer, study, { status: 'Draft' })
  const again = await save(iyer, study, { status: 'Auto', base: 1 })
  expect(again.body.result.report.rev).toBe(1)
  expect(await history(iyer, study)).toHaveLength(1)
})

test('an autosave that changes only the name of the report stores it', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  await save(iyer, study, { status: 'Draft' })
  const renamed = await save(iyer, study, { status: 'Auto', base: 1, more: { report_name: 'CT Thorax' } })
  expect(renamed.body.result.report).toMatchObject({ rev: 2, report_name: 'CT Thorax', status: 'Draft' })
  expect(await reportOf(iyer, study)).toMatchObject({ report_name: 'CT Thorax' })
})

test('signing stores the signer, the time and the hash of the exact text, for report and study', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer', signer: 'dr.iyer' })
  const text = '<p>Größe 3 × 4 mm — unverändert.</p>'
  const { body } = await save(iyer, study, { status: 'Signed', text, conclusion: '<p>Normal.</p>' })
  const parts = { report_data: text, conclusion: '<p>Normal.</p>', recommendation: '' }
  expect(body.result.report).toMatchObject({
    status: 'Signed',
    signed_on: server.clock.now.toISOString(),
    signed_by_doctor: 'Dr. Karthik Iyer',
    signed_hash: createHash('sha256').update(signedContent(parts), 'utf8').digest('hex'),
    ...parts,
  })
  expect(body.result.study).toMatchObject({
    status: 'Signed',
    signed_on: server.clock.now.toISOString(),
    signed_by_doctor_id: personId('dr.iyer'),
  })
})

test.each(['Auto', 'Draft', 'Pending', 'ReadyForSign', 'Signed'] as const)(
  'a signed report refuses %s and keeps its text unchanged',
  async (status) => {
    const study = await putStudy(server, { writer: 'dr.iyer' })
    await save(iyer, study, { status: 'Signed', text: '<p>Signed text.</p>' })
    const refused = await save(iyer, study, { status, text: '<p>Other text.</p>', base: 1 })
    expect([refused.status, refused.body.code]).toEqual([422, 'already_signed'])
    expect(await reportOf(iyer, study)).toMatchObject({
      rev: 1,
      status: 'Signed',
      report_data: '<p>Signed text.</p>',
    })
  },
)

test('nothing is signed without a text, by a doctor who cannot sign, or for another signer', async () => {
  const empty = await putStudy(server, { writer: 'dr.iyer' })
  expect((await save(iyer, empty, { status: 'Signed', text: '<p> </p>' })).body.code).toBe('refused')
  const resident = await server.signIn('dr.kulkarni')
  const theirs = await putStudy(server, { writer: 'dr.kulkarni' })
  expect((await save(resident, theirs, { status: 'Signed' })).body.code).toBe('not_permitted')
  expect((await save(resident, theirs, { status: 'ReadyForSign' })).status).toBe(200)
  const forMehta = await putStudy(server, { writer: 'dr.iyer', signer: 'dr.mehta' })
  expect((await save(iyer, forMehta, { status: 'Signed' })).body.code).toBe('not_permitted')
  expect((await save(mehta, forMehta, { status: 'Signed' })).status).toBe(200)
})

test('only doctors write, and only their own studies, unassigned ones, or those they may be assigned', async () => {
  const open = await putStudy(server)
  const manager = await server.signIn('manager.andheri')
  expect((await save(manager, open, { status: 'Draft' })).body.code).toBe('not_permitted')
  const kothrudOnly = await server.signIn('dr.deshpande')
  expect((await save(kothrudOnly, open, { status: 'Draft' })).status).toBe(404)
  const iyers = await putStudy(server, { writer: 'dr.iyer' })
  const khan = await server.signIn('dr.khan')
  expect((await save(khan, iyers, { status: 'Draft' })).status).toBe(404)
  expect((await save(mehta, iyers, { status: 'Draft' })).status).toBe(200)
  const stranger = await server.signIn('dr.sabah')
  expect((await save(stranger, iyers, { status: 'Draft' })).status).toBe(404)
})

test('Pending clears the report, keeps the text in the history, and is refused after the signature', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  await save(iyer, study, { status: 'Draft', text: '<p>To be cleared.</p>' })
  const cleared = await save(iyer, study, { status: 'Pending', text: '<p>whatever stood there</p>', base: 1 })
  expect(cleared.body.result).toMatchObject({
    report: { status: 'Pending', report_data: '', conclusion: '', recommendation: '' },
    study: { status: 'Pending' },
  })
  expect((await history(iyer, study)).map((version) => version.report_data)).toContain(
    '<p>To be cleared.</p>',
  )
})

test('successive autosaves of one author are one version; a deliberate save or another author begins the next', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const steps = [
    [iyer, 'Auto', 'one'],
    [iyer, 'Auto', 'one two'],
    [iyer, 'Auto', 'one two three'],
    [iyer, 'Draft', 'one two three.'],
    [iyer, 'Auto', 'four'],
    [mehta, 'Auto', 'five'],
    [iyer, 'Auto', 'six'],
    [iyer, 'ReadyForSign', 'seven'],
    [mehta, 'Signed', 'eight'],
  ] as const
  for (const [index, [desk, status, text]] of steps.entries()) {
    const { status: answer, body } = await save(desk, study, {
      status,
      text: `<p>${text}</p>`,
      base: index || undefined,
    })
    expect(answer, JSON.stringify(body)).toBe(200)
  }
  const kept = await history(iyer, study)
  expect(
    kept.map(({ status, report_data, created_by_name }) => [status, report_data, created_by_name]),
  ).toEqual([
    ['Draft', '<p>one two three.</p>', 'Dr. Karthik Iyer'],
    ['Draft', '<p>four</p>', 'Dr. Karthik Iyer'],
    ['Draft', '<p>five</p>', 'Dr. Anjali Mehta'],
    ['ReadyForSign', '<p>seven</p>', 'Dr. Karthik Iyer'],
    ['Signed', '<p>eight</p>', 'Dr. Anjali Mehta'],
  ])
})

test('a study has the least advanced status of its reports, and unstarted ones count as Pending', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer', reports: 3 })
  const statusAfter = async (no: number, status: 'Draft' | 'ReadyForSign' | 'Signed') => {
    const base = (await reportOf(iyer, study, no))?.rev
    return (await save(iyer, study, { no, status, base })).body.result.study.status as string
  }
  expect(await statusAfter(1, 'Signed')).toBe('Pending')
  expect(await statusAfter(2, 'Draft')).toBe('Pending')
  expect(await statusAfter(3, 'ReadyForSign')).toBe('Draft')
  expect(await statusAfter(2, 'Signed')).toBe('ReadyForSign')
  const { study: before } = await detail(iyer, study)
  expect(before.signed_on).toBeNull()
  expect(await statusAfter(3, 'Signed')).toBe('Signed')
})

test.each([
  ['a script', '<p>ok</p><script>alert(1)</script>'],
  ['a handler', '<p onclick="alert(1)">x</p>'],
  ['a foreign picture', '<img src="https://evil.example/x.png">'],
  ['a frame', '<iframe src="/"></iframe>'],
  ['markup that is not closed', '<p>open'],
])('a report body with %s is refused by name and not stored', async (_, text) => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const { status, body } = await save(iyer, study, { status: 'Draft', text })
  expect([status, body.code]).toEqual([400, 'markup_refused'])
  expect(Object.keys(body.fields)).toEqual(['report_data'])
  expect((await detail(iyer, study)).reports).toEqual([])
})

test.each([
  [{ id: '019a0000-0000-8000-8000-000000000001' }, 'id'],
  [{ report_no: 6 }, 'report_no'],
  [{ report_no: 2 }, 'id'],
  [{ status: 'Verified' }, 'status'],
  [{ report_data: 'x'.repeat(500_001) }, 'report_data'],
  [{ study_id: 'x' }, 'study_id'],
  [{ colour: 'red' }, 'colour'],
])('an invalid field is refused by its name (%#)', async (more, field) => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const { status, body } = await save(iyer, study, { status: 'Draft', more })
  expect(status).toBe(400)
  expect(Object.keys(body.fields)).toContain(field)
})

test('a report beyond the number of reports of the study is refused', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const { status, body } = await save(iyer, study, { status: 'Draft', no: 2 })
  expect(status).toBe(400)
  expect(body.fields).toHaveProperty('report_no')
})

test('a draft is sent to its writer and signer only; the signed report goes wherever its study goes', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer', signer: 'dr.mehta' })
  const report = reportIdOf(study, 1)
  await save(iyer, study, { status: 'Draft' })
  const drafts = (await feedOf(server, report)).map((row) => row.scope)
  expect(new Set(drafts)).toEqual(new Set([scopeOf('dr.iyer'), scopeOf('dr.mehta')]))
  await save(mehta, study, { status: 'Signed', base: 1 })
  const signed = (await feedOf(server, report)).filter((row) => row.rev === 2)
  expect(new Set(signed.map((row) => row.scope))).toEqual(
    new Set([`branch:${ANDHERI}`, scopeOf('dr.iyer'), scopeOf('dr.mehta')]),
  )
  const studies = await feedOf(server, study)
  expect(studies.map((row) => row.scope)).toContain(`branch:${ANDHERI}`)
})

test('every save and signature is in the audit trail, without any of the text', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  await save(iyer, study, { status: 'Draft', text: '<p>Confidential finding.</p>' })
  await save(iyer, study, { status: 'Signed', text: '<p>Confidential finding.</p>', base: 1 })
  const lines = (await readAudit(server, SANJEEVANI.id, 'report')).filter(
    (line) => line.record_id === reportIdOf(study, 1),
  )
  expect(lines.map((line) => line.action)).toEqual(['save', 'sign'])
  expect(lines.map((line) => line.user_id)).toEqual([personId('dr.iyer'), personId('dr.iyer')])
  expect(JSON.stringify(lines)).not.toContain('Confidential')
})

test('a command delivered twice takes effect once', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const key = { 'idempotency-key': '019a2222-0000-7000-8000-00000000abcd' }
  const body = {
    id: reportIdOf(study, 1),
    study_id: study,
    report_no: 1,
    report_name: 'CT',
    report_data: '<p>Once.</p>',
    conclusion: '',
    recommendation: '',
    status: 'Draft',
  }
  const first = await iyer.post(`${PHP}saveReport`, body, key)
  const second = await iyer.post(`${PHP}saveReport`, body, key)
  expect(second.body).toEqual(first.body)
  expect(second.headers['idempotency-replayed']).toBe('true')
  expect((await reportOf(iyer, study))?.rev).toBe(1)
})
