import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/features/auth/public/password.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { hasPoppler, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { askAdmin, updateClient } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { feedOf } from '../reports/report-fixture.ts'

const SERVICE = '0197b000-0000-7000-8000-000000000001'
const EXAM = '0197b000-0000-7000-8000-000000000002'
const SLOT = '0197b000-0000-7000-8000-000000000003'
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n').toString('base64')

interface Heard {
  authorization: string
  type: string
  body: string
}

let server: DemoServer
let desk: ApiUser
let visit: { id: string; visit_no: string; branch_id: string }
let partner: Server
let answer = { status: 200, body: '{}' }
const heard: Heard[] = []

beforeAll(async () => {
  server = await openDemo()
  desk = await server.signIn('admin.sanjeevani')
  partner = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { authorization = '', 'content-type': type = '' } = request.headers
      heard.push({ authorization, type, body })
      const id = /^MSH(?:\|[^|]*){8}\|([^|]*)/.exec(body)?.[1]
      response.statusCode = answer.status
      response.end(id ? `MSH|^~\\&|M|M|||20261121||ACK|1|P|2.5.1\rMSA|AA|${id}\r` : answer.body)
    })
  })
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
  await updateClient(server, SANJEEVANI.id, {
    basic_auth_usr: 'lab.city',
    basic_auth_pwd_hash: await hashPassword('a password of the test'),
  })
  await insertServices()
})
afterAll(async () => {
  partner.close()
  await server.close()
})
beforeEach(() => {
  heard.length = 0
  answer = { status: 200, body: '{}' }
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** Inserts a started visit with a laboratory service and an examination at a machine. */
async function insertServices(): Promise<void> {
  const url = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/orders`
  const [found] = await askAdmin<typeof visit>(
    server,
    'select id, visit_no, branch_id from visit where client_id = $1 and is_radiology order by id limit 1',
    [SANJEEVANI.id],
  )
  if (!found) throw new Error('the demo has no visit')
  visit = found
  await askAdmin(server, 'update visit set status = 5 where id = $1', [visit.id])
  await askAdmin(
    server,
    `update branch set machine_communication_url = $2, lab_service_send_api_url = $2, machine_communication_usr = 'ct',
       machine_communication_pwd = 'machine secret', machine_communication_type = 'JSON',
       machine_communication_dateformat = 'European' where id = $1`,
    [visit.branch_id, url],
  )
  const [machine] = await askAdmin<{ id: string; department_id: string }>(
    server,
    'select id, department_id from machine where client_id = $1 and branch_id = $2 order by name limit 1',
    [SANJEEVANI.id, visit.branch_id],
  )
  await askAdmin(
    server,
    `insert into visit_machine (client_id, id, visit_id, department_id, machine_id, start_dt, end_dt, blocks)
     values ($1, $2, $3, $4, $5, '2026-11-21T09:00Z', '2026-11-21T09:20Z', false)`,
    [SANJEEVANI.id, SLOT, visit.id, machine?.department_id, machine?.id],
  )
  await askAdmin(
    server,
    `insert into visit_service (client_id, id, visit_id, name, code, status, start_dt, islaboratory, lab_services)
     values ($1, $2, $3, 'Complete blood count', 'CBC', 4, '2026-11-21T09:00Z', true, $4)`,
    [SANJEEVANI.id, SERVICE, visit.id, JSON.stringify([{ id: SERVICE, name: 'Haemoglobin', code: 'HB' }])],
  )
  await askAdmin(
    server,
    `insert into visit_service (client_id, id, visit_id, name, code, status, start_dt, accession_no, modality, visit_machine_id)
     values ($1, $2, $3, 'CT Chest', 'CTCH', 5, '2026-11-21T09:00Z', 'A770001', 'CT', $4)`,
    [SANJEEVANI.id, EXAM, visit.id, SLOT],
  )
}

const serviceRow = async (id: string) =>
  (
    await askAdmin<{ lab_sent_on: Date | null; lab_error: string; is_sent_to_machine: boolean }>(
      server,
      'select lab_sent_on, lab_error, is_sent_to_machine from visit_service where id = $1',
      [id],
    )
  )[0]

describe('laboratory orders', () => {
  test('are sent with the patient and every sub-service, and the visit shows that', async () => {
    const { status, body } = await desk.post(`${PHP}appt/sendLabServices`, { appt_id: visit.id })
    expect({ status, message: body.message }).toEqual({ status: 200, message: 'Sent' })
    const order = JSON.parse(heard[0]?.body ?? '{}')
    expect(order).toMatchObject({
      visit_no: visit.visit_no,
      services: [{ id: SERVICE, code: 'CBC', lab_services: [{ name: 'Haemoglobin', code: 'HB' }] }],
    })
    expect(order.patient.pat_id).not.toBe('')
    expect((await serviceRow(SERVICE))?.lab_sent_on).not.toBeNull()
  })

  test('refused by the laboratory are not marked as sent, and the reason is shown', async () => {
    await askAdmin(server, 'update visit_service set lab_sent_on = null where id = $1', [SERVICE])
    answer = { status: 503, body: 'closed' }
    const { status, body } = await desk.post(`${PHP}appt/sendLabServices`, { appt_id: visit.id })
    expect(status).toBe(422)
    expect(body.message).toContain('503')
    expect(await serviceRow(SERVICE)).toMatchObject({
      lab_sent_on: null,
      lab_error: expect.stringContaining('503'),
    })
  })
})

describe('laboratory results', () => {
  const send = async (body: object, password = 'a password of the test') => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/labapi/saveReport',
      headers: { authorization: `Basic ${Buffer.from(`lab.city:${password}`).toString('base64')}` },
      payload: body,
    })
    return { status: response.statusCode, body: response.json() }
  }
  const results = () =>
    askAdmin<{ service: string; file_id: string }>(
      server,
      'select service, file_id from lab_report where visit_id = $1 and sha256 <> $2 order by created, id',
      [visit.id, ''],
    )

  test('as PDF become a lab report of the visit, once however often they are sent', async () => {
    const result = { visit_no: visit.visit_no, code: 'CBC', format: 'PDF', report: PDF }
    expect((await send(result)).status).toBe(200)
    expect((await send(result)).status).toBe(200)
    expect(await results()).toMatchObject([{ service: 'Complete blood count' }])
    const { body } = await desk.get('study/getLabReports', { k: visit.visit_no })
    const [row] = body.result.data
    expect(row.studies).toContain('Complete blood count')
    expect(row.report_urls).toHaveLength(row.studies.length)
  })

  test('are among the documents of the visit, with the visit’s rights and as the exact file', async () => {
    const [kept] = await results()
    const { body } = await desk.get(`${PHP}appt/documents/${visit.id}`)
    const paper = body.result.find((one: { file_id: string }) => one.file_id === kept?.file_id)
    expect(paper).toMatchObject({
      tag: 'Lab report',
      tag_id: null,
      name: 'Complete blood count',
      uploaded_by: 'Laboratory',
      uploaded_by_id: null,
      is_created_by_you: 0,
    })
    const detail = (await desk.get(`${PHP}appt/detail/${visit.id}`)).body.result
    expect(detail.documents.map((one: { file_id: string }) => one.file_id)).toContain(kept?.file_id)
    // Devices of the branch receive it like any other document.
    expect((await feedOf(server, paper.id)).map(({ scope }) => scope)).toEqual([`visits:${visit.branch_id}`])
    const pulled = []
    for (let cursor = '', more = true; more; ) {
      const page = await desk.get('sync/pull', { limit: '2000', ...(cursor && { cursor }) })
      pulled.push(...page.body.rows)
      cursor = page.body.cursor
      more = page.body.more
    }
    expect(pulled.find(({ id }) => id === paper.id)?.body).toMatchObject({ file_id: kept?.file_id })
    const status = async (by: ApiUser) => {
      const headers = { authorization: `Bearer ${by.token}` }
      return (await server.app.inject({ url: `/api/file/${paper.file_id}`, headers })).statusCode
    }
    const other = visit.branch_id === SANJEEVANI.branches[0]?.id ? 'reception.kothrud' : 'reception.andheri'
    expect(await status(desk)).toBe(200)
    expect(await status(await server.signIn(other))).toBe(404)
    expect(await status(await server.signIn('admin.alnoor'))).toBe(404)
    // Nobody at a desk can delete a result.
    expect((await desk.post(`${PHP}appt/deleteDocument`, { id: paper.id })).status).toBe(404)
  })

  test('as HTML are laid out on pages, without their scripts', async () => {
    const report = '<p>Haemoglobin 13.2 g/dL</p><script>alert(1)</script>'
    const { status } = await send({ visit_no: visit.visit_no, name: 'CBC again', format: 'HTML', report })
    expect(status).toBe(200)
    const last = (await results()).at(-1)
    expect(last?.service).toBe('CBC again')
    const [file] = await askAdmin<{ mime: string }>(server, 'select mime from file where id = $1', [
      last?.file_id,
    ])
    expect(file?.mime).toBe('application/pdf')
  })

  const pagesOf = async (report: string) => {
    const { status } = await send({ visit_no: visit.visit_no, name: 'Curve', format: 'HTML', report })
    expect(status).toBe(200)
    const [file] = await askAdmin<{ sha256: Buffer }>(
      server,
      'select f.sha256 from lab_report l join file f on f.client_id = l.client_id and f.id = l.file_id where l.visit_id = $1 order by l.created desc, l.id desc limit 1',
      [visit.id],
    )
    const stream = file && (await server.app.kernel.files.open(file.sha256))
    if (!stream) throw new Error('the result is not there')
    return buffer(stream)
  }

  const pictureCount = (pdf: Buffer) => pdf.toString('latin1').match(/\/Subtype\s*\/Image/g)?.length ?? 0
  const wordsOf = (pdf: Buffer) => pageTexts(pdf).join(' ').replace(/\s+/g, ' ')

  /** One picture that can be shown, with its base64 in lines that end with CRLF, and six that cannot. */
  const withPictures = async () => {
    const create = { width: 40, height: 20, channels: 3, background: '#c00' } as const
    const png = await sharp({ create }).png().toBuffer()
    const lettersOf = (bytes: Buffer) => bytes.toString('base64').replace(/.{76}/g, '$&\r\n')
    const pictureOf = (bytes: Buffer) => `<img src="data:image/png;base64,${lettersOf(bytes)}">`
    const deep = `${'<div>'.repeat(40)}${pictureOf(png)}${'</div>'.repeat(40)}`
    const drawn =
      '<svg><image href="a.png"/><path d="M0 0"/></svg><object data="a.svg"><img src="b.png"></object><canvas></canvas>'
    const damaged = `${pictureOf(png.subarray(0, 45))}<img src='https://lab.example/a.png'>`
    return `<p>Electrophoresis</p>${pictureOf(png)}${damaged}${drawn}${deep}`
  }

  test('as HTML keep their embedded pictures', async () => {
    expect(pictureCount(await pagesOf(await withPictures()))).toBe(1)
  }, 60_000)

  test.skipIf(!hasPoppler)(
    'as HTML state how many of their pictures could not be shown',
    async () => {
      // Sending the unchanged result again would have no effect.
      const pdf = await pagesOf(`<p>Serum</p>${await withPictures()}`)
      expect(wordsOf(pdf)).toContain(
        'Electrophoresis 6 pictures of this result could not be shown here. Ask the laboratory for the original.',
      )
    },
    60_000,
  )

  test('belong to the active service if one with its code was cancelled before', async () => {
    await askAdmin(
      server,
      `insert into visit_service (client_id, id, visit_id, name, code, status, start_dt, islaboratory, place)
       values ($1, gen_random_uuid(), $2, 'Urea, cancelled', 'UREA', 12, now(), true, 50),
         ($1, gen_random_uuid(), $2, 'Urea', 'UREA', 4, now(), true, 51)`,
      [SANJEEVANI.id, visit.id],
    )
    await send({ visit_no: visit.visit_no, code: 'UREA', format: 'HTML', report: '<p>Urea 30</p>' })
    expect((await results()).at(-1)?.service).toBe('Urea')
  })

  test.each([
    ['no such visit', { visit_no: 'V0', format: 'PDF', report: PDF }, 404, /No visit/],
    ['a service that the visit does not have', { code: 'XYZ', format: 'PDF', report: PDF }, 400, /code/],
    ['what is no PDF', { format: 'PDF', report: 'aGVsbG8=' }, 400, /report/],
    ['HTML without a word', { format: 'HTML', report: '<p> </p>' }, 400, /report/],
  ])('are refused for %s, and nothing is stored', async (_, result, status, words) => {
    const before = await results()
    const refused = await send({ visit_no: visit.visit_no, ...result })
    expect(refused.status).toBe(status)
    expect(JSON.stringify(refused.body)).toMatch(words)
    expect(await results()).toEqual(before)
  })

  test('need the client’s own user and password', async () => {
    const result = { visit_no: visit.visit_no, format: 'PDF', report: PDF }
    expect((await send(result, 'wrong')).status).toBe(401)
  })
})

describe('an order to a machine', () => {
  test('is sent as JSON, with days in the format of the branch’s machines', async () => {
    const { status, body } = await desk.post(`${PHP}appt/sendExamToMachine`, { appt_service_id: EXAM })
    expect({ status, message: body.message }).toEqual({ status: 200, message: 'Sent' })
    const [order] = heard
    const given = Buffer.from(order?.authorization.slice(6) ?? '', 'base64').toString()
    expect(given).toBe('ct:machine secret')
    expect(JSON.parse(order?.body ?? '{}')).toMatchObject({
      accession_no: 'A770001',
      modality: 'CT',
      exam_date: '21/11/2026',
      exam_time: '14:30',
    })
    expect((await serviceRow(EXAM))?.is_sent_to_machine).toBe(true)
  })

  test('is sent as HL7 if the branch is set so, and the acknowledgement is read', async () => {
    await askAdmin(server, "update branch set machine_communication_type = 'HL7' where id = $1", [
      visit.branch_id,
    ])
    const { status } = await desk.post(`${PHP}appt/sendExamToMachine`, { appt_service_id: EXAM })
    expect(status).toBe(200)
    expect(heard[0]?.body).toMatch(/^MSH\|[^\r]*ORM\^O01/)
    expect(heard[0]?.body).toContain('A770001')
  })

  test('is refused once the scan is done, without a request to the machine', async () => {
    await askAdmin(server, 'update visit_service set status = 7 where id = $1', [EXAM])
    const { status, body } = await desk.post(`${PHP}appt/sendExamToMachine`, { appt_service_id: EXAM })
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'refused' })
    expect(heard).toEqual([])
  })
})
