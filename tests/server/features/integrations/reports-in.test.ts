import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPORT_TEXT_MAX } from '#contract/calls/reports.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, history, putStudy, reportOf, save } from '../reports/report-fixture.ts'
import { openWebPartner } from './partner.ts'

const TOKEN = 'a-token-that-is-long-enough-for-a-test'
let server: DemoServer
let senior: ApiUser

beforeAll(async () => {
  server = await openDemo()
  senior = await server.signIn('dr.mehta')
  await askAdmin(
    server,
    'insert into client_setting (client_id, report_xml_receive_api_token_hash) values ($1, $2)',
    [SANJEEVANI.id, createHash('sha256').update(TOKEN).digest()],
  )
})
afterAll(() => server.close())

const send = (xml: string, token = TOKEN) =>
  server.send({
    method: 'POST',
    url: `/api/sendReportInXml?token=${token}`,
    payload: xml,
    headers: { 'content-type': 'application/xml' },
  })

// putStudy uses the study's id as its UID.
const xmlOf = (study: string, words: string, more = '') =>
  `<report><study_iuid>${study}</study_iuid><description>${words}</description>${more}</report>`

describe('a report that another system sends', () => {
  it('becomes a draft with its words as paragraphs', async () => {
    const study = await putStudy(server)
    expect((await send(xmlOf(study, 'Line one\nA &lt; B'))).status).toBe(200)
    expect(await reportOf(senior, study)).toMatchObject({
      status: 'Draft',
      report_data: '<p>Line one</p><p>A &lt; B</p>',
    })
  })

  it('is stored once, however often it arrives', async () => {
    const study = await putStudy(server)
    for (let i = 0; i < 3; i++) await send(xmlOf(study, 'Same'))
    expect(await history(senior, study)).toHaveLength(1)
  })

  it('is read in its declared encoding, and refused if its bytes do not match', async () => {
    const study = await putStudy(server)
    const prolog = '<?xml version="1.0" encoding="ISO-8859-1"?>'
    const sendBytes = (bytes: Buffer, contentType = 'application/xml') =>
      server.app.inject({
        method: 'POST',
        url: `/api/sendReportInXml?token=${TOKEN}`,
        payload: bytes,
        headers: { 'content-type': contentType },
      })
    expect((await sendBytes(Buffer.from(prolog + xmlOf(study, 'Müller, 5 °C'), 'latin1'))).statusCode).toBe(
      200,
    )
    expect((await reportOf(senior, study))?.report_data).toBe('<p>Müller, 5 °C</p>')
    const undeclared = Buffer.from(xmlOf(study, 'Müller'), 'latin1')
    const refused = await sendBytes(undeclared)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().fields).toEqual({ xml: 'holds bytes that are no letters in utf-8 (line 1)' })
    expect((await sendBytes(undeclared, 'text/xml; charset=iso-8859-1')).statusCode).toBe(200)
    expect((await sendBytes(undeclared, 'text/xml; charset=klingon')).json().fields).toEqual({
      xml: 'names an encoding that is not known: klingon',
    })
    const wide = `\uFEFF<?xml version="1.0" encoding="UTF-16"?>${xmlOf(study, 'Größe, 7 mm')}`
    expect((await sendBytes(Buffer.from(wide, 'utf16le'))).statusCode).toBe(200)
    expect((await reportOf(senior, study))?.report_data).toBe('<p>Größe, 7 mm</p>')
  })

  it('includes additions after its signature, and a later addendum changes the text', async () => {
    const study = await putStudy(server)
    const addendum =
      '<addendum><text>8 mm, not 18.</text><signed_on>2026-11-21T15:30:00+05:30</signed_on><signed_by>Dr B</signed_by></addendum>'
    await send(xmlOf(study, 'Nodule of 18 mm.'))
    expect((await send(xmlOf(study, 'Nodule of 18 mm.', addendum))).status).toBe(200)
    expect((await reportOf(senior, study))?.report_data).toBe(
      '<p>Nodule of 18 mm.</p><p><strong>Addendum, 21 Nov 2026 15:30, Dr B</strong></p><p>8 mm, not 18.</p>',
    )
  })

  it('has an addendum’s time in the branch’s time zone, and one without an offset as received', async () => {
    const study = await putStudy(server)
    const signed = (on: string) => `<addendum><text>A</text><signed_on>${on}</signed_on></addendum>`
    const times = [
      '2026-11-21T20:00:00Z',
      '2026-11-21T15:30:00-05:00',
      '2026-11-21T15:30:00',
      '2026-99-21T15:30:00Z',
    ]
    await send(xmlOf(study, 'B', times.map(signed).join('')))
    const text = (await reportOf(senior, study))?.report_data ?? ''
    expect([...text.matchAll(/<strong>Addendum, (.*?)<\/strong>/g)].map(([, when]) => when)).toEqual([
      '22 Nov 2026 01:30',
      '22 Nov 2026 02:00',
      '21 Nov 2026 15:30',
      '2026-99-21T15:30:00Z',
    ])
  })

  it('is refused if a part with its addenda is longer than a report may be', async () => {
    const study = await putStudy(server)
    const answer = await send(xmlOf(study, 'A'.repeat(REPORT_TEXT_MAX - 10), '<addendum>B</addendum>'))
    expect(answer).toMatchObject({
      status: 413,
      body: {
        code: 'too_large',
        fields: { description: 'must have at most 500000 characters with its addenda' },
      },
    })
    expect((await reportOf(senior, study))?.report_data).toBeUndefined()
  })

  it.each([
    'application/octet-stream',
    'application/x-www-form-urlencoded',
    'application/soap+xml; charset=utf-8',
    undefined,
  ])('is read under any name from its sender: %s', async (type) => {
    const study = await putStudy(server)
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/sendReportInXml?token=${TOKEN}`,
      payload: Buffer.from(xmlOf(study, 'Same')),
      headers: type === undefined ? {} : { 'content-type': type },
    })
    expect([answer.statusCode, (await reportOf(senior, study))?.report_data]).toEqual([200, '<p>Same</p>'])
  })

  it('lists unreadable elements in the interface log', async () => {
    const study = await putStudy(server)
    await send(xmlOf(study, 'A', '<impression>Fracture</impression>'))
    await server.app.kernel.exchanges.flush()
    const rows = await askAdmin<{ reason: string }>(
      server,
      "select reason from exchange where kind = 'xml_in' and outcome = 'ok' and reason <> ''",
      [],
    )
    expect(rows).toEqual([{ reason: 'Not read: <impression>.' }])
  })

  it('loses its scripts and keeps its text', async () => {
    const study = await putStudy(server)
    await send(xmlOf(study, '<![CDATA[<div onclick="x()">Clear<script>x()</script></div>]]>'))
    expect((await reportOf(senior, study))?.report_data).toBe('<p>Clear</p>')
  })

  it('leaves a doctor’s text in the history', async () => {
    const study = await putStudy(server)
    await save(senior, study, { status: 'Draft', text: '<p>Mine</p>' })
    await send(xmlOf(study, 'Theirs'))
    expect((await history(senior, study)).map(({ report_data }) => report_data)).toEqual([
      '<p>Mine</p>',
      '<p>Theirs</p>',
    ])
  })

  it('never changes a signed text', async () => {
    const study = await putStudy(server)
    await save(senior, study, { status: 'Signed', text: '<p>Mine</p>' })
    expect(await send(xmlOf(study, 'Theirs'))).toMatchObject({
      status: 422,
      body: { code: 'already_signed' },
    })
    expect((await reportOf(senior, study))?.report_data).toBe('<p>Mine</p>')
  })

  it.each([
    ['a token that is none', 'wrong', xmlOf('1.2', 'A'), 401],
    ['a study that is none', TOKEN, xmlOf('1.2.3.4', 'A'), 404],
    ['what is no XML', TOKEN, 'hello', 400],
  ])('is refused for %s', async (_, token, xml, status) => {
    expect((await send(xml, token)).status).toBe(status)
  })

  it('is refused beyond their number, and without text', async () => {
    const study = await putStudy(server)
    const second = await send(xmlOf(study, 'A', '<report_no>2</report_no>'))
    expect(second.body.fields).toEqual({ report_no: 'is beyond the number of reports of the study' })
    expect((await send(xmlOf(study, ' '))).body.fields).toEqual({ description: 'is required' })
  })
})

describe('the report of a third party', () => {
  const PDF = Buffer.from('%PDF-1.7\n%%EOF\n')
  const ask = (study: string, desk = senior) => {
    const headers = { authorization: `Bearer ${desk.token}` }
    return server.app.inject({
      method: 'POST',
      url: `${PHP}report/thirdPartyPdf`,
      payload: { study_id: study },
      headers,
    })
  }

  it('is fetched by the server with the branch’s user, and its address is not passed on', async () => {
    const partner = await openWebPartner({ body: PDF })
    await askAdmin(
      server,
      `update branch set thirdparty_report_url = $1, thirdparty_report_usr = 'u', thirdparty_report_pwd = 'p' where id = $2`,
      [partner.url, ANDHERI],
    )
    const study = await putStudy(server)
    const answer = await ask(study)
    expect(answer).toMatchObject({ statusCode: 200 })
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.rawPayload).toEqual(PDF)
    expect(partner.asked).toEqual([
      {
        method: 'POST',
        url: '/in',
        authorization: `Basic ${btoa('u:p')}`,
        body: JSON.stringify({ studyuid: study }),
      },
    ])
    await server.app.kernel.exchanges.flush()
    expect(
      await askAdmin(
        server,
        "select outcome, accession_no, pat_id from exchange where kind = 'report_fetch'",
        [],
      ),
    ).toEqual([{ outcome: 'ok', accession_no: '', pat_id: 'SAN-1' }])
    partner.answer.body = '<html>'
    expect((await ask(study)).json()).toMatchObject({
      code: 'refused',
      message: 'The partner did not send a PDF.',
    })
    partner.answer.status = 500
    const failed = await ask(study)
    expect(failed.json().message).toBe('The partner answered with status 500.')
    expect(failed.body).not.toContain(partner.url)
    partner.close()
    expect((await ask(study)).json().message).toBe('The partner did not answer.')
  })

  it('may be base64, alone or in JSON, also from a server that supports only GET', async () => {
    const base64 = PDF.toString('base64')
    const partner = await openWebPartner({ body: base64 })
    await askAdmin(server, 'update branch set thirdparty_report_url = $1 where id = $2', [
      partner.url,
      ANDHERI,
    ])
    const study = await putStudy(server)
    for (const body of [
      base64,
      `data:application/pdf;base64,${base64}`,
      JSON.stringify(base64),
      JSON.stringify({ status: 'ok', result: { pdf: `${base64.slice(0, 8)}\r\n${base64.slice(8)}` } }),
    ]) {
      partner.answer.body = body
      expect((await ask(study)).rawPayload).toEqual(PDF)
    }
    for (const body of ['{"pdf":"aGVsbG8="}', '{"pdf":', 'JVBERi0 is no PDF', '{"message":"no report"}']) {
      partner.answer.body = body
      expect((await ask(study)).json().message).toBe('The partner did not send a PDF.')
    }
    partner.answer.body = PDF
    partner.answer.statusOf = (method) => (method === 'POST' ? 405 : 200)
    partner.asked.length = 0
    expect((await ask(study)).rawPayload).toEqual(PDF)
    expect(partner.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /in',
      `GET /in?studyuid=${study}`,
    ])
    partner.answer.statusOf = () => 404
    expect((await ask(study)).json().message).toBe('The partner answered with status 404.')
    // These calls used GET before they used POST.
    for (const status of [400, 403, 415, 422]) {
      partner.answer.statusOf = (method) => (method === 'POST' ? status : 200)
      expect((await ask(study)).rawPayload).toEqual(PDF)
      partner.answer.statusOf = (method) => (method === 'POST' ? status : 405)
      expect((await ask(study)).json().message).toBe(`The partner answered with status ${status}.`)
    }
    partner.answer.statusOf = undefined
    partner.answer.bodyOf = (method) => (method === 'POST' ? '{"status":"ok"}' : PDF)
    expect((await ask(study)).rawPayload).toEqual(PDF)
    partner.answer.bodyOf = undefined
    partner.answer.body = '{"status":"ok"}'
    expect((await ask(study)).json().message).toBe('The partner did not send a PDF.')
    partner.close()
  })

  it('belongs to the study, and to none if there are several', async () => {
    const base64 = PDF.toString('base64')
    const other = Buffer.from(`${PDF.toString('latin1')}\n%%EOF`, 'latin1').toString('base64')
    const study = await putStudy(server)
    const partner = await openWebPartner({ body: '' })
    await askAdmin(server, 'update branch set thirdparty_report_url = $1 where id = $2', [
      partner.url,
      ANDHERI,
    ])
    partner.answer.body = JSON.stringify([
      { studyuid: '1.2.3', pdf: other },
      { studyUID: study, pdf: base64, copy: base64 },
    ])
    expect((await ask(study)).rawPayload).toEqual(PDF)
    partner.asked.length = 0
    partner.answer.body = JSON.stringify({ reports: [{ pdf: other }, { pdf: base64 }] })
    expect((await ask(study)).json()).toMatchObject({
      code: 'refused',
      message: 'The partner sent several reports.',
    })
    expect(partner.asked.map(({ method }) => method)).toEqual(['POST'])
    partner.answer.body = JSON.stringify({ studyuid: '1.2.3', result: { pdf: other } })
    expect((await ask(study)).json().message).toBe('The partner did not send a PDF.')
    partner.close()
  })

  it('is visible to those who may see the study', async () => {
    const study = await putStudy(server)
    const stranger = await server.signIn('dr.sabah')
    expect((await ask(study, stranger)).statusCode).toBe(404)
  })

  it('of an inactive study is hidden from users with only the patient portal', async () => {
    const partner = await openWebPartner({ body: PDF })
    await askAdmin(server, 'update branch set thirdparty_report_url = $1 where id = $2', [
      partner.url,
      ANDHERI,
    ])
    const study = await putStudy(server)
    const reception = await server.signIn('reception.andheri')
    await askAdmin(
      server,
      `update role set modules = array_remove(modules, 'view_archives') where client_id = $1 and name = 'Reception'`,
      [SANJEEVANI.id],
    )
    expect((await ask(study, reception)).json().message).toBe('This study is not activated for the patient.')
    await askAdmin(server, "update study set active_until = '2100-01-01' where id = $1", [study])
    expect((await ask(study, reception)).json().message).toBe('The report is not signed yet.')
    await save(senior, study, { status: 'Signed', text: '<p>A</p>' })
    expect((await ask(study, reception)).statusCode).toBe(200)
    partner.close()
  })

  it('waits for payment, but not for the study’s doctor', async () => {
    const partner = await openWebPartner({ body: PDF })
    await askAdmin(server, 'update branch set thirdparty_report_url = $1 where id = $2', [
      partner.url,
      ANDHERI,
    ])
    await askAdmin(server, 'update client_setting set results_wait_for_payment = true where client_id = $1', [
      SANJEEVANI.id,
    ])
    const study = await putStudy(server)
    const technician = await server.signIn('tech.andheri')
    expect((await ask(study, technician)).statusCode).toBe(200)
    await askAdmin(server, "update study set payment_status = 'Partial_Paid' where id = $1", [study])
    expect((await ask(study, technician)).json()).toMatchObject({ code: 'unpaid' })
    expect((await ask(study)).statusCode).toBe(200)
    partner.close()
  })
})
