import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DispatchRow } from '#contract/calls/integrations.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { createDispatchJob } from '#server/features/integrations/dispatch-job.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, putStudy, reportOf, save } from '../reports/report-fixture.ts'
import { type Hl7Partner, openHl7Partner, openWebPartner } from './partner.ts'

let server: DemoServer
let senior: ApiUser
let hl7: Hl7Partner
let xml: Awaited<ReturnType<typeof openWebPartner>>

beforeAll(async () => {
  server = await openDemo()
  senior = await server.signIn('dr.mehta')
  hl7 = await openHl7Partner()
  xml = await openWebPartner({ body: 'taken' })
  await askAdmin(server, 'update branch set report_send_hl7_url = $1 where id = $2', [hl7.url, ANDHERI])
  await askAdmin(
    server,
    `insert into client_setting (client_id, report_xml_send_api_url, report_xml_send_api_token) values ($1, $2, 'secret')`,
    [SANJEEVANI.id, xml.url],
  )
})

afterAll(async () => {
  hl7.close()
  xml.close()
  await server.close()
})

const outside = async (study: string) =>
  (await senior.get(`${PHP}report/outside/${study}`)).body.result as {
    dispatches: DispatchRow[]
    can_send: number
  }

/** Inserts a signed and verified report; returns the study's id. */
async function verified(text: string): Promise<string> {
  const study = await putStudy(server)
  expect((await save(senior, study, { status: 'Signed', text, conclusion: '<p>Normal.</p>' })).status).toBe(
    200,
  )
  expect((await senior.post(`${PHP}verifyReport`, { study_id: study })).status).toBe(200)
  return study
}

/** Waits until the jobs have these states. */
const until = (study: string, states: string[]) =>
  vi.waitFor(
    async () =>
      expect((await outside(study)).dispatches.map(({ kind, state }) => `${kind} ${state}`)).toEqual(states),
    { timeout: 15_000, interval: 200 },
  )

const FATES = ['HL7 F Failed', 'HL7 F Sent', 'XML C Sent', 'XML F Sent']
/** All were made at one moment of the test's clock, so this sorts them. */
const fatesOf = async (study: string) =>
  (await outside(study)).dispatches
    .map(({ kind, result_status, state }) => `${kind} ${result_status} ${state}`)
    .toSorted()

const isMarked = async (study: string) =>
  ((await senior.get(`study/rowDetail/${study}`)).body.result as { is_hl7_report_send_err: string })
    .is_hl7_report_send_err

/** Runs one more try of the queue at once. */
const tryAgain = (id: string) => {
  const { kernel, log } = server.app
  const { id: clientId } = SANJEEVANI
  const work = { write: write.bind(undefined, kernel, clientId), now: kernel.now(), log }
  return createDispatchJob(kernel).run({ clientId, ids: [id] }, work as never)
}

async function withoutXml<T>(run: () => Promise<T>): Promise<T> {
  const set = (url: string) =>
    askAdmin(server, 'update client_setting set report_xml_send_api_url = $2 where client_id = $1', [
      SANJEEVANI.id,
      url,
    ])
  await set('')
  try {
    return await run()
  } finally {
    await set(xml.url)
  }
}

describe('a verified report', () => {
  it('is sent once by HL7 and once by XML, as final', async () => {
    const study = await verified('<p>Lungs clear &amp; dry.</p><ul><li>No nodule</li></ul>')
    await until(study, ['HL7 Sent', 'XML Sent'])
    expect(hl7.messages).toHaveLength(1)
    expect(hl7.messages[0]).toContain('OBX|1|FT|59776-5^Findings^LN|1|Lungs clear \\T\\ dry.\\.br\\')
    expect(hl7.messages[0]).toContain('OBX|2|FT|19005-8^Impression^LN|1|Normal.||||||F')
    expect(xml.asked[0]).toMatchObject({ method: 'POST', authorization: 'Bearer secret' })
    expect(xml.asked[0]?.body).toContain('<result_status>F</result_status>')
    // In the branch's zone.
    expect(xml.asked[0]?.body).toMatch(/<verified_on>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:30<\/verified_on>/)
    expect(await isMarked(study)).toBe('')
  })

  it('of a study without a branch is sent in the time zone in which the study is read', async () => {
    const study = await putStudy(server, { branch: null, writer: 'dr.mehta', signer: 'dr.mehta' })
    await save(senior, study, { status: 'Signed', text: '<p>No branch.</p>' })
    expect((await senior.post(`${PHP}verifyReport`, { study_id: study })).status).toBe(200)
    await until(study, ['XML Sent'])
    const sent = xml.asked.find(({ body }) => body.includes(`<study_iuid>${study}<`))
    expect(sent?.body).toMatch(/<verified_on>[^<]+\+05:30<\/verified_on>/)
  })

  it('refused by the partner marks its study, and is sent again under the same number', async () => {
    hl7.answer = 'AE'
    hl7.messages.length = 0
    const study = await verified('<p>Fracture.</p>')
    await until(study, ['HL7 Failed', 'XML Sent'])
    expect((await outside(study)).dispatches[0]).toMatchObject({
      last_error: 'The partner answered AE: no such order',
    })
    expect(await isMarked(study)).toBe('Y')
    hl7.answer = 'AA'
    const again = await senior.post(`${PHP}studies/sendReportToHL7`, { study_id: study, report_no: 1 })
    expect(again).toMatchObject({ status: 200, body: { message: 'Sent' } })
    await until(study, ['HL7 Sent', 'XML Sent'])
    expect(await isMarked(study)).toBe('')
    expect(new Set(hl7.messages.map((message) => message.split('|')[9])).size).toBe(1)
  })

  it.each([
    ['AE', 'HL7 Failed', 1],
    ['AA', 'HL7 Sent', 0],
  ] as const)(
    'is sent through a channel whose address was entered later, and by the other if it returned %s',
    async (answer, state, repeats) => {
      const study = await withoutXml(async () => {
        hl7.answer = answer
        const one = await verified('<p>By one way.</p>')
        await until(one, [state])
        hl7.answer = 'AA'
        return one
      })
      xml.asked.length = 0
      hl7.messages.length = 0
      await senior.post(`${PHP}studies/sendReportToHL7`, { study_id: study, report_no: 1 })
      await until(study, ['HL7 Sent', 'XML Sent'])
      expect(xml.asked).toHaveLength(1)
      expect(hl7.messages).toHaveLength(repeats)
    },
  )

  it('is repeated only through the failed channel', async () => {
    hl7.answer = 'AE'
    const other = await verified('<p>By two ways.</p>')
    await until(other, ['HL7 Failed', 'XML Sent'])
    hl7.answer = 'AA'
    xml.asked.length = 0
    await senior.post(`${PHP}studies/sendReportToHL7`, { study_id: other, report_no: 1 })
    await until(other, ['HL7 Sent', 'XML Sent'])
    expect(xml.asked).toEqual([])
  })

  it('with an addendum before it could be sent waits for its verification, and is then final', async () => {
    hl7.answer = 'AE'
    const study = await verified('<p>Nodule of 18 mm.</p>')
    await until(study, ['HL7 Failed', 'XML Sent'])
    hl7.answer = 'AA'
    hl7.messages.length = 0
    const report = await reportOf(senior, study)
    const addendum = {
      id: crypto.randomUUID(),
      study_id: study,
      report_id: report?.id,
      content: '<p>8 mm, not 18.</p>',
      seen_hash: report?.signed_hash,
    }
    expect((await senior.post(`${PHP}studies/saveAddendum`, addendum)).status).toBe(200)
    const [before] = (await outside(study)).dispatches
    await tryAgain(before?.id ?? '')
    expect(hl7.messages).toEqual([])
    expect((await outside(study)).dispatches[0]).toMatchObject({
      state: 'Failed',
      last_error: expect.stringContaining('once it is verified again'),
    })
    expect((await senior.post(`${PHP}verifyReport`, { study_id: study })).status).toBe(200)
    await vi.waitFor(async () => expect(await fatesOf(study)).toEqual(FATES), {
      timeout: 15_000,
      interval: 200,
    })
    // The HL7 partner has no report to correct; the XML partner has one.
    expect(hl7.messages).toHaveLength(1)
    expect(hl7.messages[0]).toContain('8 mm, not 18.')
    expect(await isMarked(study)).toBe('')
  })

  it('is not sent by a user who may not verify, and never before it is verified', async () => {
    const study = await putStudy(server)
    await save(senior, study, { status: 'Signed', text: '<p>A</p>' })
    const send = (desk: ApiUser) =>
      desk.post(`${PHP}studies/sendReportToHL7`, { study_id: study, report_no: 1 })
    expect(await send(senior)).toMatchObject({
      status: 422,
      body: { message: 'Only a verified report can be sent.' },
    })
    const technician = await server.signIn('tech.andheri')
    expect(await send(technician)).toMatchObject({ status: 422, body: { code: 'not_permitted' } })
    const stranger = await server.signIn('dr.sabah')
    expect((await stranger.get(`${PHP}report/outside/${study}`)).status).toBe(404)
  })
})
