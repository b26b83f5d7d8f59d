import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ExchangeItem } from '#contract/calls/interfaces.ts'
import { dayAt } from '#domain/time/zones.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { openDoors, orderOf, PASSWORD, post, storedOrders, USER } from '../hospital-orders/hospital.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '../open-demo.ts'
import { putStudy, reportOf, save } from '../reports/report-fixture.ts'

const CLIENT = SANJEEVANI.id
const TODAY = dayAt(NOW, 'Asia/Kolkata')
const TOKEN = 'a-token-that-is-long-enough-for-a-test'
const PDF = (words: string) =>
  Buffer.from(`%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n% ${words}\n%%EOF\n`).toString('base64')

let server: DemoServer
let admin: ApiUser
let senior: ApiUser

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  senior = await server.signIn('dr.mehta')
  await openDoors(server)
  await askAdmin(
    server,
    'update client_setting set report_xml_receive_api_token_hash = $2 where client_id = $1',
    [CLIENT, createHash('sha256').update(TOKEN).digest()],
  )
})
afterAll(() => server.close())

const setCharset = (charset: string) =>
  askAdmin(server, 'update client_setting set hl7_charset_in = $2 where client_id = $1', [CLIENT, charset])
/** Moves the server's clock by a minute. */
const later = () => {
  server.clock.now = new Date(server.clock.now.getTime() + 60_000)
}

async function list(q: string): Promise<ExchangeItem[]> {
  await server.app.kernel.exchanges.flush()
  const { body } = await admin.get('interfaces/exchanges', { from: TODAY, to: TODAY, q })
  return body.result.data
}
const rowOf = async (q: string) => {
  const row = (await list(q)).findLast(({ replayed_by }) => replayed_by === '')
  if (!row) throw new Error('not in the log')
  return row
}
const again = async ({ id }: Pick<ExchangeItem, 'id'>) =>
  (await admin.post('interfaces/replay', { id })).body as {
    code?: string
    message: string
    result?: { outcome: string; reason: string }
  }

describe('an order', () => {
  test('is processed again with the received bytes: a name in another set is stored exactly, once', async () => {
    const bytes = Buffer.from(orderOf({ order: 'AGAIN1', id: 'AG1', name: 'Gómez^José' }), 'latin1')
    await post(server, bytes)
    const first = await rowOf('AGAIN1')
    expect(first).toMatchObject({ outcome: 'refused', can_replay: 1, replay_outcome: null })
    // The reason for the refusal has not changed.
    expect((await again(first)).result).toMatchObject({ outcome: 'refused' })
    await setCharset('8859/1')
    const { result } = await again(first)
    expect(result).toMatchObject({ outcome: 'ok' })
    expect(await storedOrders(server, 'AGAIN1')).toMatchObject([
      { pat_last_name: 'Gómez', pat_first_name: 'José' },
    ])
    const rows = await list('AGAIN1')
    const told = rows.map(({ outcome, replayed_by }) => `${outcome}${replayed_by === '' ? '' : ' again'}`)
    expect(told.toSorted()).toEqual(['ok again', 'refused', 'refused again'])
    expect(rows.map(({ can_replay }) => can_replay)).toEqual([0, 0, 0])
    expect(await rowOf('AGAIN1')).toMatchObject({ replay_outcome: 'ok' })
    expect(await again(first)).toMatchObject({ code: 'refused' })
    expect(await storedOrders(server, 'AGAIN1')).toHaveLength(1)
    const lines = await readAudit(server, CLIENT, 'exchange')
    expect(lines.filter(({ action }) => action === 'replay').map(({ record_id }) => record_id)).toEqual([
      first.id,
      first.id,
    ])
    // The sender repeats it: it is the same message.
    expect((await post(server, bytes)).text).toContain('Taken before')
    await setCharset('')
  })

  test('is shown in its declared letters', async () => {
    const message = orderOf({ order: 'AGAIN2', name: 'Müller^Zoë', charset: '8859/1' })
    await post(server, Buffer.from(message, 'latin1'))
    const row = await rowOf('AGAIN2')
    const { body } = await admin.post('interfaces/content', { id: row.id })
    expect(body.result.content).toBe(message)
  })

  test('that was accepted is not processed again', async () => {
    await post(server, orderOf({ order: 'AGAIN3' }))
    const row = await rowOf('AGAIN3')
    expect(row).toMatchObject({ outcome: 'ok', can_replay: 0 })
    expect(await again(row)).toMatchObject({ code: 'refused', message: 'This was already accepted.' })
  })
})

describe('a report by XML', () => {
  const send = (study: string, words: string, no = 1) =>
    server.send({
      method: 'POST',
      url: `/api/sendReportInXml?token=${TOKEN}`,
      payload: `<report><study_iuid>${study}</study_iuid><accession_no>X${study.slice(-8)}</accession_no><report_no>${no}</report_no><description>${words}</description></report>`,
      headers: { 'content-type': 'application/xml' },
    })

  test('that was refused is accepted once its study exists', async () => {
    const study = await putStudy(server)
    await askAdmin(server, 'update study set hidden = now() where id = $1', [study])
    expect((await send(study, 'Late')).status).toBe(404)
    await askAdmin(server, 'update study set hidden = null where id = $1', [study])
    const row = await rowOf(`X${study.slice(-8)}`)
    expect((await again(row)).result).toMatchObject({ outcome: 'ok' })
    expect(await reportOf(senior, study)).toMatchObject({ status: 'Draft', report_data: '<p>Late</p>' })
  })

  test('never replaces text written after it arrived', async () => {
    const study = await putStudy(server)
    await askAdmin(server, 'update study set hidden = now() where id = $1', [study])
    await send(study, 'Old words')
    await askAdmin(server, 'update study set hidden = null where id = $1', [study])
    const row = await rowOf(`X${study.slice(-8)}`)
    later()
    await save(senior, study, { status: 'Draft', text: '<p>Mine, afterwards</p>' })
    const { result } = await again(row)
    expect(result).toMatchObject({ outcome: 'refused' })
    expect(result?.reason).toContain('was changed after this message arrived')
    expect((await reportOf(senior, study))?.report_data).toBe('<p>Mine, afterwards</p>')
  })
})

test('a laboratory result keeps its time of arrival, below later results', async () => {
  const [visit] = await askAdmin<{ id: string; visit_no: string }>(
    server,
    'select id, visit_no from visit where client_id = $1 order by id limit 1',
    [CLIENT],
  )
  const send = (words: string, visitNo: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/labapi/saveReport',
      headers: { authorization: `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}` },
      payload: { visit_no: visitNo, name: words, format: 'PDF', report: PDF(words) },
    })
  const away = `${visit?.visit_no}-away`
  await askAdmin(server, 'update visit set visit_no = $2 where id = $1', [visit?.id, away])
  expect((await send('first', visit?.visit_no ?? '')).statusCode).toBe(404)
  await askAdmin(server, 'update visit set visit_no = $2 where id = $1', [visit?.id, visit?.visit_no])
  later()
  expect((await send('corrected', visit?.visit_no ?? '')).statusCode).toBe(200)
  later()
  expect((await again(await rowOf(visit?.visit_no ?? ''))).result).toMatchObject({ outcome: 'ok' })
  const kept = await askAdmin<{ service: string }>(
    server,
    'select service from lab_report where visit_id = $1 order by created desc',
    [visit?.id],
  )
  expect(kept.map(({ service }) => service)).toEqual(['corrected', 'first'])
})
