import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit, updateClient } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { putStudy, save } from '../reports/report-fixture.ts'
import { BORN, makeLink, putShared, secretOf, setSettings, stranger } from './share-fixture.ts'

let server: DemoServer
let desk: ApiUser
let writer: ApiUser
let otherClient: ApiUser
beforeAll(async () => {
  server = await openDemo()
  desk = await server.signIn('reception.andheri')
  writer = await server.signIn('dr.iyer')
  otherClient = await server.signIn('admin.alnoor')
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = NOW
  await setSettings(server, {})
})

const links = async (studyId: string) => (await desk.get(`${PHP}share/links/${studyId}`)).body.result

test('a stranger opens the study with the link after the date of birth, and the opening is counted', async () => {
  const id = await putShared(server)
  const made = await makeLink(desk, id)
  expect(made.status).toBe(200)
  const visitor = stranger(server)
  const look = await visitor.look(secretOf(made))
  expect(look.body.result).toEqual({
    centre: SANJEEVANI.name,
    // India.
    country_id: 91,
    asks: 'birth_date',
    door: expect.any(String),
    is_proven: 0,
  })
  expect((await visitor.open(secretOf(made), '1990-05-18')).body.code).toBe('proof_wrong')
  const opened = await visitor.open(secretOf(made))
  expect(opened.body.result).toMatchObject({ pat_name: 'Test Patient', has_report: 0 })
  await visitor.open(secretOf(made))
  await stranger(server).open(secretOf(made))
  // Counted once in each browser.
  expect(await links(id)).toMatchObject([{ openings: 2, created_by: 'Pooja Sawant', with_report: 0 }])
})

test('the sharing user gets the linked patient’s contacts, which is recorded, and nothing of another client’s', async () => {
  const id = await putShared(server)
  const ask = (from = desk) => from.get(`${PHP}share/recipient/${id}`)
  expect((await ask()).body.result).toEqual({ email: '', mobile: '', phone_code: '' })
  const patientId = crypto.randomUUID()
  await askAdmin(
    server,
    `insert into patient (client_id, id, pat_id, fname, lname, dob, mobile, phone_code, email, gender)
     values ($1, $2, $3, 'Meera', 'Rao', $4, '9820012345', '965', 'meera@mail.example', 'Female')`,
    [SANJEEVANI.id, patientId, `T-${patientId.slice(0, 8)}`, BORN],
  )
  await askAdmin(server, 'update study set patient_id = $2 where id = $1', [id, patientId])
  const told = await ask()
  expect(told.body.result).toEqual({ email: 'meera@mail.example', mobile: '9820012345', phone_code: '965' })
  const reads = await readAudit(server, SANJEEVANI.id, 'patient')
  expect(reads).toContainEqual(expect.objectContaining({ action: 'read', record_id: patientId }))
  expect((await ask(otherClient)).status).toBe(404)
})

test('a secret has 256 bits, is stored only as its hash, and another one opens nothing', async () => {
  const id = await putShared(server)
  const [a, b] = [secretOf(await makeLink(desk, id)), secretOf(await makeLink(desk, id))]
  expect(Buffer.from(a, 'base64url')).toHaveLength(32)
  expect(a).not.toBe(b)
  const [row] = await askAdmin<{ line: string }>(
    server,
    'select string_agg(l::text, chr(10)) as line from share_link l where study_id = $1',
    [id],
  )
  expect(row?.line).not.toContain(a)
  const answer = await stranger(server).look(`${a.slice(0, -2)}AA`)
  expect([answer.status, answer.body.message]).toEqual([
    404,
    'This link is not valid. Ask the centre for a new one.',
  ])
})

test('an expired or withdrawn link says so, and another client cannot withdraw it', async () => {
  const id = await putShared(server)
  const made = await makeLink(desk, id, { is_expiry: 1, expiry: 30 })
  const secret = secretOf(made)
  const linkId = made.body.result.id as string
  server.clock.now = new Date(NOW.getTime() + 31 * 60_000)
  expect((await stranger(server).open(secret)).body.code).toBe('link_over')
  server.clock.now = NOW
  expect((await otherClient.post(`${PHP}share/revoke`, { id: linkId })).body.code).toMatch(
    /not_found|not_permitted/,
  )
  expect((await stranger(server).open(secret)).status).toBe(200)
  expect((await desk.post(`${PHP}share/revoke`, { id: linkId })).status).toBe(200)
  expect((await stranger(server).look(secret)).body.code).toBe('link_revoked')
})

test('after five wrong answers in a quarter of an hour no further answer is accepted, not even the correct one', async () => {
  const secret = secretOf(await makeLink(desk, await putShared(server)))
  const visitor = stranger(server)
  const codes = []
  for (let i = 0; i < 6; i += 1) codes.push((await visitor.open(secret, '2001-01-01')).body.code)
  expect(codes).toEqual([...Array(5).fill('proof_wrong'), 'throttled'])
  expect((await visitor.open(secret)).status).toBe(429)
  server.clock.now = new Date(NOW.getTime() + 16 * 60_000)
  expect((await visitor.open(secret)).status).toBe(200)
})

test('the link shows the report only if it was filed before the link was made', async () => {
  const id = await putShared(server)
  const early = secretOf(await makeLink(desk, id))
  await save(writer, id, { status: 'Signed', text: '<p>Clear lungs.</p>' })
  const late = secretOf(await makeLink(desk, id))
  const visitor = stranger(server)
  expect((await visitor.open(late)).body.result.has_report).toBe(1)
  const { body } = await visitor.report(late)
  expect(body.result.reports).toMatchObject([{ report_data: '<p>Clear lungs.</p>', status: 'Signed' }])
  expect(body.result.study).toMatchObject({ assigned_doctor_id: null, pacs_id: null, viewer_url: '' })
  expect(body.result.paper.signatures).toHaveLength(1)
  expect((await visitor.report(early)).body.code).toBe('proof_needed')
  await visitor.open(early)
  expect((await visitor.report(early)).status).toBe(404)
  expect((await stranger(server).report(late)).body.code).toBe('proof_needed')
})

test('an expiry in the past, an invalid recipient and another viewer address are refused by field', async () => {
  const id = await putShared(server)
  const bad = async (part: Record<string, unknown>) => (await makeLink(desk, id, part)).body.fields
  expect(await bad({ is_expiry: 1, expiry: -1 })).toEqual({ expiry: 'The link would be over already' })
  expect(await bad({ is_expiry: 1, expiry: 0 })).toEqual({ expiry: 'The link would be over already' })
  expect(await bad({ share_to: 'nobody' })).toEqual({ share_to: 'This is not an e-mail address' })
  expect(await bad({ share_via: 'S', share_to: '12' })).toEqual({
    share_to: 'This is not a mobile number of the chosen country',
  })
  expect(await bad({ viewer_url: 'https://elsewhere.example' })).toEqual({
    viewer_url: 'is not the address of this study',
  })
  expect(await links(id)).toEqual([])
})

test('a user who may not share, another client, and a channel that was not bought create no link', async () => {
  const id = await putShared(server)
  expect((await makeLink(writer, id)).body.code).toBe('not_permitted')
  expect((await makeLink(otherClient, id)).body.code).toBe('not_found')
  const elsewhere = await putStudy(server, { branch: SANJEEVANI.branches[1]?.id ?? '' })
  expect((await makeLink(desk, elsewhere)).body.code).toBe('not_found')
  await updateClient(server, SANJEEVANI.id, {
    main_modules: SANJEEVANI.mainModules.filter((name) => name !== 'telegram_share'),
  })
  expect((await makeLink(desk, id, { share_via: 'T', share_to: '' })).body.code).toBe('module_off')
  await updateClient(server, SANJEEVANI.id, { main_modules: [...SANJEEVANI.mainModules] })
})

test('where results require payment no link is made, and an earlier one shows nothing', async () => {
  const id = await putShared(server, { payment: 'Pending' })
  const secret = secretOf(await makeLink(desk, id))
  await setSettings(server, { results_wait_for_payment: true })
  expect((await makeLink(desk, id)).body.code).toBe('unpaid')
  expect((await stranger(server).look(secret)).body.code).toBe('unpaid')
  await askAdmin(server, `update study set payment_status = 'Paid' where id = $1`, [id])
  expect((await stranger(server).look(secret)).status).toBe(200)
})

test('without a date of birth the number is requested', async () => {
  const secret = secretOf(await makeLink(desk, await putShared(server, { born: null })))
  expect((await stranger(server).look(secret)).body.result.asks).toBe('pat_id')
  expect((await stranger(server).open(secret, 'san-1')).status).toBe(200)
})

test('sharing, opening and wrong answers are in the audit trail, with a stranger as nobody', async () => {
  const id = await putShared(server)
  const secret = secretOf(await makeLink(desk, id))
  await stranger(server).open(secret, '1999-01-01')
  await stranger(server).open(secret, BORN)
  const lines = (await readAudit(server, SANJEEVANI.id, 'study')).filter((line) => line.record_id === id)
  expect(lines.map(({ action, user_id }) => [action, user_id === null])).toEqual([
    ['share', false],
    ['link_refused', true],
    ['open_link', true],
  ])
})
