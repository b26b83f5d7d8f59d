import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { signedHash } from '#server/features/reports/public/text.ts'
import { askAdmin, updateClient } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '../open-demo.ts'
import { putStudy, reportOf, save } from '../reports/report-fixture.ts'

let server: DemoServer
let iyer: ApiUser
beforeAll(async () => {
  server = await openDemo()
  iyer = await server.signIn('dr.iyer')
})
afterAll(() => server.close())

const TEXT = '<p>The liver is normal.</p><p>A calculus of 5 mm in the right kidney.</p>'
const CONCLUSION = '<p>Right renal calculus.</p>'
const partsOf = (text: string, conclusion = CONCLUSION) => ({
  report_data: text,
  conclusion,
  recommendation: '',
})

/** Signs a new study's report; returns the study and the hash of its text. */
async function sign(text = TEXT, conclusion = CONCLUSION) {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const { status } = await save(iyer, study, { status: 'Signed', text, conclusion })
  expect(status).toBe(200)
  return { study, hash: signedHash(partsOf(text, conclusion)), report: await reportOf(iyer, study) }
}

const check = (desk: ApiUser, body: object) => desk.post('report/verifySignature', body)
const publicCheck = (body: object, address = '10.0.0.1') =>
  server.send({
    method: 'POST',
    url: '/api/public/verifySignature',
    payload: body,
    headers: { 'x-forwarded-for': address },
  })

test('the exact text is returned with its signer and time', async () => {
  const { study, hash, report } = await sign('<p>First text.</p>')
  const { body } = await check(iyer, partsOf('<p>First text.</p>'))
  expect(body.result).toMatchObject({
    verdict: 'current',
    hash,
    signatures: [
      {
        kind: 'report',
        study_id: study,
        report_id: report?.id,
        status: 'Signed',
        signed_by: report?.signed_by_doctor,
        signed_on: NOW.toISOString(),
        is_current: 1,
        centre: SANJEEVANI.name,
      },
    ],
  })
  const changed = await check(iyer, partsOf('<p>First text</p>'))
  expect(changed.body.result).toMatchObject({ verdict: 'not_signed', signatures: [] })
})

test('either the hash or the text is required, never both or neither', async () => {
  const { hash } = await sign('<p>Some text.</p>')
  expect((await check(iyer, { hash })).body.result.verdict).toBe('current')
  for (const body of [{}, { hash, report_data: 'x' }])
    expect(await check(iyer, body)).toMatchObject({ status: 400, body: { code: 'invalid' } })
  expect((await check(iyer, { hash: 'ABC' })).status).toBe(400)
})

test('a replaced revision is shown as superseded, with the day', async () => {
  await updateClient(server, SANJEEVANI.id, { report_edit_type: 'UpdateContent' })
  const { study, hash, report } = await sign('<p>Before the revision.</p>')
  server.clock.now = new Date(NOW.getTime() + 60_000)
  const { status } = await save(iyer, study, {
    status: 'Signed',
    text: '<p>After the revision.</p>',
    base: report?.rev,
  })
  expect(status).toBe(200)
  const old = (await publicCheck({ hash })).body.result
  expect(old).toMatchObject({
    verdict: 'superseded',
    signatures: [
      { is_current: 0, signed_on: NOW.toISOString(), superseded_on: server.clock.now.toISOString() },
    ],
  })
  const now = (await check(iyer, partsOf('<p>After the revision.</p>', ''))).body.result
  expect(now.verdict).toBe('current')
  server.clock.now = NOW
})

test('the public response contains nothing about the patient, and an unknown hash returns only that', async () => {
  const { hash, study } = await sign('<p>Nothing of the patient.</p>')
  const { status, body } = await publicCheck({ hash })
  expect(status).toBe(200)
  expect(Object.keys(body.result.signatures[0]).sort()).toEqual(
    ['centre', 'is_current', 'kind', 'signed_by', 'signed_on', 'status', 'superseded_on'].sort(),
  )
  for (const secret of [study, 'Test Patient', 'SAN-1', 'Nothing of the patient'])
    expect(JSON.stringify(body)).not.toContain(secret)
  expect((await publicCheck({ hash: '0'.repeat(64) })).body.result).toEqual({
    verdict: 'not_signed',
    signatures: [],
  })
})

test('two reports with the same text are distinguished by the report’s id', async () => {
  const [one, two] = [await sign('<p>Normal study.</p>'), await sign('<p>Normal study.</p>')]
  expect(one.hash).toBe(two.hash)
  expect((await publicCheck({ hash: one.hash })).body.result.signatures).toHaveLength(2)
  const { body } = await check(iyer, { hash: one.hash, report_id: two.report?.id })
  expect(body.result.signatures.map((row: { study_id: string }) => row.study_id)).toEqual([two.study])
  const other = await publicCheck({ hash: one.hash, report_id: crypto.randomUUID() })
  expect(other.body.result.verdict).toBe('not_signed')
})

test('a text is compared with the signed one; the response repeats only the text added to it', async () => {
  const { hash } = await sign()
  const words = async (given: string) => (await publicCheck({ hash, words: given })).body.result.words
  expect(
    await words('The liver is\nnormal. A calculus of 5 mm in the right kidney. Right renal calculus.'),
  ).toEqual({ verdict: 'same', more: [], missing: 0 })
  expect(
    await words(
      'Patient A\nThe liver is normal.\nA calculus of 5 mm in the right kidney.\nRight renal calculus.',
    ),
  ).toEqual({ verdict: 'more', more: ['Patient A'], missing: 0 })
  const changed = await words(
    'The liver is normal. A calculus of 5 mm in the left kidney. Right renal calculus.',
  )
  expect(changed).toMatchObject({ verdict: 'different', missing: 1 })
  expect(JSON.stringify(changed)).not.toContain('right kidney')
})

test('an addendum’s signature is found by its own hash', async () => {
  const { study, report } = await sign('<p>With an addendum.</p>')
  const hash = 'ab'.repeat(32)
  await askAdmin(
    server,
    `insert into report_addendum (client_id, id, study_id, report_id, content, seen_hash, signed_hash, signed_by_id, signed_on)
     values ($1, $2, $3, $4, '<p>More.</p>', '', $5, $6, $7)`,
    [SANJEEVANI.id, crypto.randomUUID(), study, report?.id, hash, report?.signed_by_doctor_id, NOW],
  )
  expect((await publicCheck({ hash })).body.result).toMatchObject({
    verdict: 'current',
    signatures: [{ kind: 'addendum', signed_by: report?.signed_by_doctor }],
  })
})

test('a person without a session, of another client, or outside the branch gets nothing from the session’s call', async () => {
  const { hash } = await sign('<p>Behind the wall.</p>')
  const anonymous = await server.send({
    method: 'POST',
    url: '/api/report/verifySignature',
    payload: { hash },
  })
  expect(anonymous.status).toBe(403)
  const gulf = await server.signIn('dr.sabah')
  expect((await check(gulf, { hash })).body.result).toMatchObject({ verdict: 'not_signed', signatures: [] })
})

test('each check in a session is in the audit trail, without the text', async () => {
  const { hash, report } = await sign('<p>Audited text.</p>')
  await check(iyer, { hash })
  const lines = await askAdmin<{ detail: unknown }>(
    server,
    `select detail from audit_trail where action = 'check_signature' and record_id = $1`,
    [report?.id],
  )
  expect(lines).toHaveLength(1)
})

test('too many checks from one address are refused for a while, and those of others are not', async () => {
  const hash = '1'.repeat(64)
  const answers = []
  for (let n = 0; n < 121; n += 1) answers.push((await publicCheck({ hash }, '10.9.9.9')).status)
  expect(answers.slice(0, 120).every((status) => status === 200)).toBe(true)
  expect(answers[120]).toBe(429)
  expect((await publicCheck({ hash }, '10.9.9.8')).status).toBe(200)
})
