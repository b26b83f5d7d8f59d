import { writeFileSync } from 'node:fs'
import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ReaderPayout } from '#contract/calls/payout.ts'
import type { PrintedPaper } from '#contract/calls/printed-papers.ts'
import { demoId } from '#server/features/demo/random.ts'
import { hasPoppler, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { putStudy } from '../flow/flow-fixture.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { CLIENT, putVisits } from '../sales/books.ts'

// Each paper starts its own thread, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let server: DemoServer
let admin: ApiUser
let iyer: ApiUser
let services: string[]
const IYER = demoId('user', 'dr.iyer')
const MEHTA = demoId('user', 'dr.mehta')
const MONTH = '2019-03'

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  iyer = await server.signIn('dr.iyer')
  const found = await askAdmin<{ id: string }>(
    server,
    `select id from service where client_id = $1 and type = 'Exam_Service' order by name limit 2`,
    [CLIENT],
  )
  services = found.map(({ id }) => id)
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['reader_payout_line', 'reader_payout', 'reader_rate'])
    await askAdmin(server, `delete from ${table}`)
  await askAdmin(server, `delete from study where pat_name = 'Flow'`)
  await askAdmin(server, `update service set points = case id when $1 then 1.25 when $2 then 0 else 3 end`, [
    services[0],
    services[1],
  ])
})

const post = (who: ApiUser, call: string, body: object) => who.post(`${PHP}payout/${call}`, body)
const statement = async (who: ApiUser, more: Record<string, string> = {}, month = MONTH) =>
  who.get(`${PHP}payout/statement`, { month, ...more })
const readers = async (who: ApiUser, month = MONTH): Promise<ReaderPayout[]> =>
  (await statement(who, {}, month)).body.result.readers
const NOT_SEEN = { sha256: '', amount: 0 }
/** Returns the input of closing a reader's month: the month as it is shown now. */
async function closing(doctor_id: string, id = mintId()) {
  const payout = (await readers(admin)).find((one) => one.doctor_id === doctor_id)
  const seen = payout ? { sha256: payout.sha256, amount: payout.amount } : NOT_SEEN
  return { id, doctor_id, month: MONTH, seen }
}
const rate = (doctor_id: string, value: number) =>
  post(admin, 'setRate', { doctor_id, rate: value, month: MONTH })

/** Inserts a study that was signed at that time, for a service with points or without a service. */
async function sign(at: string, more: { service?: string; signer?: string; status?: 'Verified' } = {}) {
  const { service, signer = IYER, status } = more
  const [visit] = service
    ? await putVisits(server, [{ start: new Date(at), lines: [{ charges: 100, service }] }])
    : []
  const [line] = visit
    ? await askAdmin<{ id: string }>(server, 'select id from visit_service where visit_id = $1', [visit])
    : []
  return putStudy(server, {
    received: new Date(at),
    signed: 0,
    verified: status ? 0 : undefined,
    signer,
    status: status ?? 'Signed',
    serviceId: line?.id,
  })
}

test('a month counts the studies signed in it by the branch’s clock, with points, rate and amount', async () => {
  // 18:30 of the last of February is the first of March in India.
  await sign('2019-02-28T18:29:00Z', { service: services[0] ?? '' })
  await sign('2019-02-28T18:30:00Z', { service: services[0] ?? '', status: 'Verified' })
  await sign('2019-03-31T18:29:00Z', { service: services[0] ?? '' })
  await sign('2019-03-10T06:00:00Z', { service: services[1] ?? '' })
  await sign('2019-03-11T06:00:00Z')
  await sign('2019-03-12T06:00:00Z', { service: services[0] ?? '', signer: MEHTA })
  await rate(IYER, 100.5)
  expect(await readers(admin)).toMatchObject([
    { doctor_id: MEHTA, exams: 1, points: 1.25, rate: 0, amount: 0 },
    {
      doctor_id: IYER,
      exams: 4,
      verified: 1,
      without_points: 2,
      points: 2.5,
      rate: 100.5,
      amount: 251.25,
      is_closed: 0,
      refusal: '',
    },
  ])
  const { body } = await admin.get(`${PHP}payout/lines`, { month: MONTH, doctor_id: IYER, ps: '3' })
  expect(body.result.page).toMatchObject({ total: 3, total_records: 4 })
  expect(body.result.data.map(({ points }: { points: number }) => points)).toEqual([1.25, 0, 0])
  expect(JSON.stringify(body)).not.toContain('Flow')
})

test('a reopened report counts once, in the month and for the reader of its first signature', async () => {
  const study = await sign('2019-03-12T06:00:00Z', { service: services[0] ?? '' })
  await askAdmin(
    server,
    `insert into report_version (client_id, id, report_id, study_id, report_no, rev, status, report_data, conclusion,
       recommendation, created, created_by, signed_hash)
     select client_id, gen_random_uuid(), gen_random_uuid(), id, 1, 1, 'Signed', '', '', '', signed_on, $2, 'one'
     from study where id = $1`,
    [study, IYER],
  )
  await askAdmin(
    server,
    `update study set signed_on = '2019-04-05T06:00:00Z', signed_by_doctor_id = $2 where id = $1`,
    [study, MEHTA],
  )
  expect(await readers(admin)).toMatchObject([{ doctor_id: IYER, exams: 1, points: 1.25 }])
  expect(await readers(admin, '2019-04')).toEqual([])
})

test('a reader sees only their own statement and changes nothing', async () => {
  await sign('2019-03-10T06:00:00Z', { service: services[0] ?? '' })
  await sign('2019-03-10T06:00:00Z', { service: services[0] ?? '', signer: MEHTA })
  await rate(IYER, 80)
  expect(await readers(iyer)).toMatchObject([{ doctor_id: IYER, exams: 1, amount: 100 }])
  expect((await statement(iyer, { doctor_id: MEHTA })).body.code).toBe('not_found')
  expect((await iyer.get(`${PHP}payout/lines`, { month: MONTH, doctor_id: MEHTA })).status).toBe(404)
  expect((await iyer.get(`${PHP}payout/lines`, { month: MONTH, doctor_id: IYER })).status).toBe(200)
  for (const [call, body] of Object.entries({
    setRate: { doctor_id: IYER, rate: 900, month: MONTH },
    close: await closing(IYER),
    reopen: { id: mintId(), reason: 'Mine.' },
  }))
    expect((await post(iyer, call, body)).body.code).toBe('not_permitted')
  const desk = await server.signIn('manager.andheri')
  expect((await statement(desk)).body.code).toBe('not_permitted')
})

test('a closed month keeps its figures, shows that its studies have changed, and is reopened with a reason', async () => {
  await sign('2019-03-10T06:00:00Z', { service: services[0] ?? '' })
  await rate(IYER, 100)
  const id = mintId()
  const wish = await closing(IYER, id)
  const closed = (await post(admin, 'close', wish)).body.result.payout as ReaderPayout
  expect(closed).toMatchObject({
    is_closed: 1,
    is_same: 1,
    closes: [{ version: 1, amount: 125, points: 1.25 }],
  })
  expect(closed.closes[0]?.sha256).toMatch(/^[0-9a-f]{64}$/)
  // The request is repeated after a lost response; the same id for another month is refused.
  expect((await post(admin, 'close', wish)).body.result.payout.closes).toHaveLength(1)
  expect((await post(admin, 'close', { ...wish, month: '2019-02' })).body.code).toBe('id_reused')
  expect((await post(admin, 'close', { ...wish, id: mintId() })).body.message).toBe(
    'Mar 2019 is already closed.',
  )
  // New rates and new prices of points do not change the closed month.
  await rate(IYER, 500)
  await askAdmin(server, 'update service set points = 9 where id = $1', [services[0]])
  const [later] = await readers(iyer)
  expect(later).toMatchObject({
    is_closed: 1,
    is_same: 0,
    amount: 4_500,
    closes: [{ amount: 125, rate: 100 }],
  })
  expect((await post(admin, 'reopen', { id, reason: ' ' })).body.code).toBe('reason_needed')
  await post(admin, 'reopen', { id, reason: 'Points were agreed anew.' })
  expect((await post(admin, 'reopen', { id, reason: 'Again.' })).status).toBe(422)
  const again = (await post(admin, 'close', await closing(IYER))).body.result.payout as ReaderPayout
  expect(again.closes.map(({ version, amount, reopen_reason }) => [version, amount, reopen_reason])).toEqual([
    [2, 4_500, ''],
    [1, 125, 'Points were agreed anew.'],
  ])
  const actions = (await readAudit(server, CLIENT, 'reader_payout')).map(({ action }) => action)
  expect(actions).toEqual(['close_payout', 'reopen_payout', 'close_payout'])
  expect((await readAudit(server, CLIENT, 'reader_rate')).at(-1)).toMatchObject({
    record_id: IYER,
    detail: { before: 100, after: 500 },
  })
})

test('the studies of a closed month stay unchanged and are due in no other month', async () => {
  const study = await sign('2019-03-10T06:00:00Z', { service: services[0] ?? '' })
  const wish = await closing(IYER)
  await askAdmin(server, 'update service set points = 9 where id = $1', [services[0]])
  const stale = await post(admin, 'close', wish)
  expect([stale.status, stale.body.code]).toEqual([409, 'conflict'])
  await post(admin, 'close', await closing(IYER))
  await askAdmin(server, 'update service set points = 1 where id = $1', [services[0]])
  // Moves it to another reader and another month: it was paid already.
  await askAdmin(
    server,
    `update study set signed_on = '2019-04-05T06:00:00Z', signed_by_doctor_id = $2 where id = $1`,
    [study, MEHTA],
  )
  expect(await readers(admin, '2019-04')).toEqual([])
  const { body } = await iyer.get(`${PHP}payout/lines`, { month: MONTH, doctor_id: IYER })
  expect(body.result.data).toMatchObject([{ study_id: study, points: 9 }])
  const [march] = await readers(admin)
  expect(march?.closes[0]).toMatchObject({ points: 9, exams: 1 })
})

test('the current month cannot be closed; an invalid reader, rate or month is refused by its field', async () => {
  const running = await post(admin, 'close', {
    id: mintId(),
    doctor_id: IYER,
    month: '2026-11',
    seen: NOT_SEEN,
  })
  expect([running.status, running.body.message]).toEqual([422, 'Nov 2026 is not over at every branch.'])
  const nobody = demoId('user', 'reception.andheri')
  expect((await post(admin, 'close', await closing(nobody))).status).toBe(404)
  expect((await rate(nobody, 5)).status).toBe(404)
  expect((await rate(IYER, 1.005)).body.fields).toEqual({ rate: 'has at most 2 decimals' })
  expect((await rate(IYER, -1)).body.fields).toEqual({ rate: 'is not below 0' })
  expect((await statement(admin, {}, '2019-13')).body.fields).toHaveProperty('month')
  expect((await post(admin, 'reopen', { id: mintId(), reason: 'None.' })).status).toBe(404)
})

test('another client can neither see nor reopen a closed month', async () => {
  await sign('2019-03-10T06:00:00Z', { service: services[0] ?? '' })
  const id = mintId()
  await post(admin, 'close', await closing(IYER, id))
  const kuwait = await server.signIn('admin.alnoor')
  expect((await readers(kuwait)).map(({ doctor_id }) => doctor_id)).not.toContain(IYER)
  expect((await post(kuwait, 'reopen', { id, reason: 'Ours.' })).status).toBe(404)
})

async function paperOf(who: ApiUser, payload: object) {
  const response = await server.app.inject({
    method: 'POST',
    url: `${PHP}payout/statementPdf`,
    headers: { authorization: `Bearer ${who.token}`, 'x-time-zone': 'Asia/Kolkata' },
    payload,
  })
  const isPdf = response.headers['content-type'] === 'application/pdf'
  const pdf = new Uint8Array(response.rawPayload)
  return {
    status: response.statusCode,
    name: response.headers['content-disposition'],
    pdf,
    words: isPdf && hasPoppler ? pageTexts(pdf).join(' ').replaceAll(/\s+/g, ' ') : '',
    body: isPdf ? {} : response.json(),
  }
}
const printed = async (who: ApiUser): Promise<PrintedPaper[]> =>
  (await who.get(`${PHP}report/printedPapers`, { kind: 'payout' })).body.result.data
const printAgain = (id: string, who: ApiUser) =>
  server.app.inject({
    method: 'POST',
    url: `${PHP}report/printedPaper`,
    headers: { authorization: `Bearer ${who.token}` },
    payload: { kind: 'payout', id },
  })
const OF_IYER = { month: MONTH, doctor_id: IYER }

test.skipIf(!hasPoppler)(
  'a statement on paper is a draft while the month is open, and afterwards what was closed',
  async () => {
    await sign('2019-03-10T06:00:00Z', { service: services[0] ?? '', status: 'Verified' })
    await sign('2019-03-11T06:00:00Z', { service: services[0] ?? '' })
    await sign('2019-03-12T06:00:00Z')
    await rate(IYER, 100.5)
    const draft = await paperOf(admin, OF_IYER)
    expect(draft.name).toMatch(/payout-2019-03-[a-z-]*iyer-draft\.pdf/)
    for (const said of [
      'Pay-out statement · Mar 2019 · Draft',
      'Draft: the month is open',
      'Dr. Karthik Iyer',
      '3 2.5 100.50 251.25',
      'No service 1 0',
      '10 Mar 2019 11:30 AM',
      'For the centre: name, date',
    ])
      expect(draft.words).toContain(said)
    // One row of totals, two services and three studies.
    expect(draft.words).toMatch(/SHA-256 of the 6 rows: [0-9a-f]{64}/)
    expect(draft.words).not.toContain('Flow')

    const { body } = await post(admin, 'close', await closing(IYER))
    await rate(IYER, 900)
    await askAdmin(server, 'update service set points = 9 where id = $1', [services[0]])
    const closed = await paperOf(iyer, OF_IYER)
    if (process.env.PAPERS_OUT) writeFileSync(`${process.env.PAPERS_OUT}/payout.pdf`, closed.pdf)
    expect(closed.name).toMatch(/iyer\.pdf/)
    expect(closed.words).not.toContain('Draft')
    for (const said of [
      'Closed, version 1',
      body.result.payout.closes[0].sha256,
      '3 2.5 100.50 251.25',
      'The studies have changed since the month was closed.',
    ])
      expect(closed.words).toContain(said)
  },
)

test('printed statements are stored, for users who manage pay-out and for their own reader', async () => {
  await sign('2019-03-10T06:00:00Z', { service: services[0] ?? '' })
  const { pdf } = await paperOf(admin, OF_IYER)
  await paperOf(admin, { month: MONTH, doctor_id: MEHTA })
  const [ofMehta, ofIyer] = await printed(admin)
  expect((await printed(iyer)).map(({ id }) => id)).toContain(ofIyer?.id)
  expect((await printed(iyer)).map(({ id }) => id)).not.toContain(ofMehta?.id)
  const again = await printAgain(ofIyer?.id ?? '', iyer)
  expect(Buffer.compare(again.rawPayload, Buffer.from(pdf))).toBe(0)
  expect((await printAgain(ofMehta?.id ?? '', iyer)).statusCode).toBe(404)
  expect((await printAgain(ofMehta?.id ?? '', admin)).statusCode).toBe(200)
  const desk = await server.signIn('manager.andheri')
  expect((await desk.get(`${PHP}report/printedPapers`, { kind: 'payout' })).body.code).toBe('not_permitted')
  expect((await printAgain(ofIyer?.id ?? '', desk)).json().code).toBe('not_permitted')
  const kuwait = await server.signIn('admin.alnoor')
  expect((await printAgain(ofIyer?.id ?? '', kuwait)).statusCode).toBe(404)
})

test('a statement of another reader, of no reader, or of a future month is refused', async () => {
  expect((await paperOf(iyer, { month: MONTH, doctor_id: MEHTA })).status).toBe(404)
  expect((await paperOf(admin, { month: MONTH, doctor_id: mintId() })).status).toBe(404)
  expect((await paperOf(admin, { month: MONTH, doctor_id: demoId('user', 'tech.andheri') })).status).toBe(404)
  expect((await paperOf(admin, { month: '2031-01', doctor_id: IYER })).body.fields).toEqual({
    month: 'is not begun yet',
  })
  const desk = await server.signIn('manager.andheri')
  expect((await paperOf(desk, OF_IYER)).body.code).toBe('not_permitted')
})
