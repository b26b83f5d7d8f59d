import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, putStudy, save } from '../reports/report-fixture.ts'
import { type Hl7Partner, openHl7Partner } from './partner.ts'

let server: DemoServer
let senior: ApiUser
let hl7: Hl7Partner
beforeAll(async () => {
  server = await openDemo()
  senior = await server.signIn('dr.mehta')
  hl7 = await openHl7Partner()
  await askAdmin(server, 'update branch set report_send_hl7_url = $1 where id = $2', [hl7.url, ANDHERI])
})
afterAll(async () => {
  hl7.close()
  await server.close()
})

const setCharset = (charset: string) =>
  askAdmin(
    server,
    `insert into client_setting (client_id, hl7_charset_out, hl7_authority) values ($1, $2, 'SANJ')
     on conflict (client_id) do update set hl7_charset_out = excluded.hl7_charset_out, hl7_authority = 'SANJ'`,
    [SANJEEVANI.id, charset],
  )

/** Inserts a study of a visit that was made from a hospital's order; returns its id. */
async function orderedStudy(): Promise<string> {
  const study = await putStudy(server)
  const request = crypto.randomUUID()
  const [service] = await askAdmin<{ id: string; visit_id: string; patient_id: string }>(
    server,
    `select s.id, s.visit_id, v.patient_id from visit_service s
     join visit v on v.client_id = s.client_id and v.id = s.visit_id
     where s.client_id = $1 and s.type = 'Exam_Service'
       and not exists (select from study t where t.client_id = s.client_id and t.visit_service_id = s.id) limit 1`,
    [SANJEEVANI.id],
  )
  await askAdmin(
    server,
    `insert into booking_request (client_id, id, source, status, order_sender, placer_order_no, placer_authority)
     values ($1, $2, 'HL7', 'Converted', 'HIS|CITY', 'ORD77', 'WARD')`,
    [SANJEEVANI.id, request],
  )
  await askAdmin(server, 'update visit set booking_request_id = $2, ipno = $3 where id = $1', [
    service?.visit_id,
    request,
    'IP9',
  ])
  await askAdmin(server, 'update study set visit_service_id = $2, patient_id = $3 where id = $1', [
    study,
    service?.id,
    service?.patient_id,
  ])
  return study
}

async function verify(study: string, text: string): Promise<void> {
  expect((await save(senior, study, { status: 'Signed', text, conclusion: '<p>Normal.</p>' })).status).toBe(
    200,
  )
  expect((await senior.post(`${PHP}verifyReport`, { study_id: study })).status).toBe(200)
}
const stateOf = async (study: string) =>
  (
    (await senior.get(`${PHP}report/outside/${study}`)).body.result as {
      dispatches: { state: string; last_error: string }[]
    }
  ).dispatches[0]

it('a report names its order: the hospital’s number and ours, its sender, its visit', async () => {
  await setCharset('UNICODE UTF-8')
  const study = await orderedStudy()
  await verify(study, '<p>Lungs clear.</p>')
  await vi.waitFor(() => expect(hl7.messages).toHaveLength(1), { timeout: 15_000, interval: 100 })
  const lines = hl7.messages[0]?.split('\r') ?? []
  const line = (name: string) => lines.find((one) => one.startsWith(name))?.split('|') ?? []
  expect(line('MSH').slice(4, 6)).toEqual(['HIS', 'CITY'])
  expect(line('MSH')[6]).toMatch(/\+0530$/)
  expect(line('OBR')[2]).toBe('ORD77^WARD')
  expect(line('OBR')[3]).toMatch(/^.*\^SANJ$/)
  expect(line('ORC').slice(1, 3)).toEqual(['RE', 'ORD77^WARD'])
  expect(line('PV1')[19]).toBe('IP9')
  expect(line('PID')[3]).toMatch(/\^\^\^SANJ\^MR$/)
})

it('a report with letters missing from the client’s set is not sent with question marks, and gives the reason', async () => {
  await setCharset('8859/1')
  hl7.messages.length = 0
  const study = await orderedStudy()
  await verify(study, '<p>संजीवनी</p>')
  await vi.waitFor(async () => expect((await stateOf(study))?.state).toBe('Failed'), {
    timeout: 15_000,
    interval: 100,
  })
  expect((await stateOf(study))?.last_error).toContain('Western (8859/1) does not have')
  expect(hl7.messages).toEqual([])
})
