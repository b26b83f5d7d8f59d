import { writeFileSync } from 'node:fs'
import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { minutesInWords } from '#domain/time/tat.ts'
import { hasPoppler, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { putStudy } from '../flow/flow-fixture.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, CLIENT, departmentsOf, KOTHRUD, putVisits, QUIET_DAY, SALMIYA } from '../sales/books.ts'

// Each paper starts its own thread, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let server: DemoServer
let admin: ApiUser
const MONTH = QUIET_DAY.slice(0, 7)
const MORNING = new Date(`${QUIET_DAY}T03:00:00Z`)
const before = (minutes: number) => new Date(MORNING.getTime() - minutes * 60_000)
const DAYS_38 = 38 * 24 * 60

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  const late = await putStudy(server, { received: MORNING, signed: 90, tat: 60, modality: 'MR' })
  const inTime = await putStudy(server, { received: MORNING, signed: 30, tat: 60, modality: 'CT,MR' })
  await putStudy(server, { received: MORNING, signed: 45, tat: 0, modality: 'CT' })
  await putStudy(server, { received: before(DAYS_38), signed: 20, tat: 60, modality: 'CT' })
  await putStudy(server, { received: MORNING, signed: 500, tat: 60, modality: 'CT', branch: KOTHRUD })
  await askAdmin(
    server,
    `with r as (insert into report (client_id, id, study_id, report_no, status, created, is_main)
       values ($1, $2, $3, 1, 'Signed', now(), true) returning client_id, id, study_id)
     insert into report_addendum (client_id, id, study_id, report_id, content, seen_hash, signed_hash, signed_by_id, signed_on)
     select client_id, $4, study_id, id, 'More.', '', '', $5, now() from r`,
    [CLIENT, mintId(), late, mintId(), mintId()],
  )
  for (const [study, closed] of [
    [late, 25],
    [inTime, null],
  ] as const)
    await askAdmin(
      server,
      `insert into critical_result (client_id, id, study_id, tag_id, opened_by_id, opened_on, closed_on)
       values ($1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz + $7::float8 * interval '1 minute')`,
      [CLIENT, mintId(), study, mintId(), mintId(), MORNING, closed],
    )
  await putVisits(server, [
    { start: MORNING, lines: [{ charges: 100 }] },
    { start: MORNING, status: 1, isStarted: false, lines: [{ charges: 100 }] },
  ])
})
afterAll(() => server.close())

async function ask(payload: object, desk = admin) {
  const response = await server.app.inject({
    method: 'POST',
    url: `${PHP}flow/qualityPack`,
    headers: { authorization: `Bearer ${desk.token}`, 'x-time-zone': 'Asia/Kolkata' },
    payload,
  })
  const isPdf = response.headers['content-type'] === 'application/pdf'
  return {
    status: response.statusCode,
    name: response.headers['content-disposition'],
    pdf: new Uint8Array(response.rawPayload),
    body: isPdf ? {} : response.json(),
  }
}

async function wordsOf(payload: object): Promise<string> {
  const { status, pdf, body } = await ask(payload)
  expect(body).toEqual({})
  expect(status).toBe(200)
  // PAPERS_OUT names a folder for the files, so that a person who changes the paper can view it.
  if (process.env.PAPERS_OUT) writeFileSync(`${process.env.PAPERS_OUT}/quality.pdf`, pdf)
  return pageTexts(pdf).join(' ').replaceAll(/\s+/g, ' ')
}

test.skipIf(!hasPoppler)(
  'the pack says what the page of flow says, and what had to be put right',
  async () => {
    const words = await wordsOf({ branch_id: ANDHERI, month: MONTH })
    const { body } = await admin.get(`${PHP}flow/turnaround`, {
      branch_id: ANDHERI,
      from_date: `${MONTH}-01`,
      to_date: `${MONTH}-28`,
    })
    const { received_signed: total, with_target, in_target } = body.result
    const minutes = (value: number) => minutesInWords(Math.round(value))
    expect([with_target, in_target, total.n]).toEqual([2, 1, 3])
    for (const said of [
      'Quality pack',
      `Images received to signed ${total.n}`,
      `${minutes(total.p50)} ${minutes(total.p80)} ${minutes(total.p95)}`,
      'Studies signed within the agreed time 1 2 50.0 %',
      'Signed studies with an addendum 1 3 33.3 %',
      'Critical results that were closed 1 2 50.0 %',
      'Critical results were closed within 25 m (half of them) and 25 m (80 %).',
      'Visits that nobody came for 1 2 50.0 %',
      'CT 2 ',
      'MR 2 ',
      'Feb 2019 1',
      '20 m 20 m 1 100.0 % 0',
      'Mar 2019 3',
      'Days of the clock of Asia/Kolkata',
    ])
      expect(words).toContain(said)
    expect(words).toMatch(/As at \d\d \w{3} \d{4} \d\d:\d\d [AP]M, position \d+/)
    expect(words).toMatch(/SHA-256 of the \d+ rows: [0-9a-f]{64}/)
  },
)

test.skipIf(!hasPoppler)('a modality narrows studies and results, and the paper says so', async () => {
  const words = await wordsOf({ branch_id: ANDHERI, month: MONTH, modality: 'MR' })
  expect(words).toContain('Modality MR')
  expect(words).toContain('Signed studies with an addendum 1 2 50.0 %')
  expect(words).toContain('Scans and visits are of all modalities and departments.')
})

test.skipIf(!hasPoppler)('a department narrows them too, by its name', async () => {
  const departments = await departmentsOf(server)
  const words = await wordsOf({ branch_id: ANDHERI, month: MONTH, department_id: departments.get('MRI') })
  expect(words).toContain('All modalities · Department MRI')
  expect(words).toContain('Signed studies with an addendum 0 0')
})

test('the printed pack is stored, and named after its month', async () => {
  const { name, pdf } = await ask({ branch_id: ANDHERI, month: MONTH })
  expect(name).toContain(`quality-pack-${MONTH}.pdf`)
  const { body } = await admin.get(`${PHP}report/printedPapers`, { kind: 'quality' })
  const [paper] = body.result.data
  expect(paper).toMatchObject({ from_date: `${MONTH}-01`, to_date: `${MONTH}-31`, is_own: 1 })
  const again = await server.app.inject({
    method: 'POST',
    url: `${PHP}report/printedPaper`,
    headers: { authorization: `Bearer ${admin.token}` },
    payload: { kind: 'quality', id: paper.id },
  })
  expect(Buffer.compare(again.rawPayload, Buffer.from(pdf))).toBe(0)
})

test('an empty month has a paper too; a future month, another branch and a missing right are refused', async () => {
  expect((await ask({ branch_id: ANDHERI, month: '2015-01' })).status).toBe(200)
  expect((await ask({ month: '2031-01' })).body.fields).toEqual({ month: 'is not begun yet' })
  expect((await ask({ month: '2026-13' })).status).toBe(400)
  expect((await ask({ month: MONTH, branch_id: SALMIYA })).status).toBe(404)
  const technician = await server.signIn('tech.andheri')
  expect((await ask({ month: MONTH }, technician)).body.code).toBe('not_permitted')
})
