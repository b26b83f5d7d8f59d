import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { type MessageGateway, openMessageGateway } from '#tests/helpers/network/message-gateway.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, NOW, openDemo } from '../open-demo.ts'
import { putStudy } from '../reports/report-fixture.ts'
import { setSettings } from '../sharing/share-fixture.ts'
import { lookAtDue, setTemplates } from './notice-fixture.ts'

const CLIENT = SANJEEVANI.id

let server: DemoServer
let gateway: MessageGateway
let patientId: string

beforeAll(async () => {
  gateway = await openMessageGateway()
  server = await openDemo()
  await setSettings(server, { sms_url: `${gateway.url}/sms`, sms_sender: 'SANJVN' })
  await setTemplates(server, {
    Report_Sign: { sms: true, text: '%NAME% at %BRANCH_NAME%: %SIGNED_DATE%' },
    Apointment_Request: { sms: true, text: '%NAME% at %BRANCH_NAME%' },
  })
  const [patient] = await askAdmin<{ id: string }>(
    server,
    `update patient set fname = 'Asha', lname = 'Kamat', mobile = '9820012345', phone_code = '91', tell_sms = 'Yes'
     where id = (select id from patient where client_id = $1 order by pat_id limit 1) returning id`,
    [CLIENT],
  )
  patientId = patient?.id ?? ''
})
afterAll(async () => {
  await server.close()
  await gateway.close()
})

async function plan(event: string, recordId: string, version: string): Promise<string> {
  const id = randomUUID()
  await askAdmin(
    server,
    `insert into patient_notice (client_id, id, event, record_id, version, channel, due, state, created)
     values ($1, $2, $3, $4, $5, 'S', $6, 'Planned', $6)`,
    [CLIENT, id, event, recordId, version, NOW],
  )
  return id
}

const fateOf = async (id: string) =>
  (
    await askAdmin<{ state: string; reason: string }>(
      server,
      'select state, reason from patient_notice where id = $1',
      [id],
    )
  )[0]

const sent = () => expect.poll(() => gateway.asked.at(-1)?.body.text, { timeout: 20_000, interval: 200 })

async function signedStudy(branch: string | null): Promise<string> {
  const id = await putStudy(server, { branch })
  await askAdmin(
    server,
    `update study set patient_id = $2, status = 'Signed', signed_on = $3, signed_reports = 1 where id = $1`,
    [id, patientId, NOW],
  )
  return id
}

describe('a record that waits for its branch', () => {
  test('a signed study without a branch is announced under the centre’s name and in the time zone of most of its branches', async () => {
    const notice = await plan('Report_Sign', await signedStudy(null), NOW.toISOString())
    await lookAtDue(server)
    expect(await fateOf(notice)).toEqual({ state: 'Handed_Over', reason: '' })
    await sent().toMatch(/^Asha Kamat at Sanjeevani.*: 21 Nov 2026 02:30 PM$/)
  })

  test('a study without a branch that is linked to a visit is announced by the visit’s branch', async () => {
    const id = await signedStudy(null)
    const [service] = await askAdmin<{ branch: string }>(
      server,
      `with one as (select vs.id, b.name from visit_service vs
         join visit v on v.client_id = vs.client_id and v.id = vs.visit_id
         join branch b on b.client_id = v.client_id and b.id = v.branch_id
         where vs.client_id = $1 and not exists (select from study o where o.visit_service_id = vs.id)
         order by vs.id limit 1)
       update study s set visit_service_id = one.id from one where s.id = $2 returning one.name as branch`,
      [CLIENT, id],
    )
    const notice = await plan('Report_Sign', id, NOW.toISOString())
    await lookAtDue(server)
    expect(await fateOf(notice)).toEqual({ state: 'Handed_Over', reason: '' })
    await sent().toBe(`Asha Kamat at ${service?.branch}: 21 Nov 2026 02:30 PM`)
  })

  test('a booking request without a branch is announced', async () => {
    const id = randomUUID()
    await askAdmin(
      server,
      `insert into booking_request (client_id, id, patient_id, source, status, created)
       values ($1, $2, $3, 'Patient', 'Requested', $4)`,
      [CLIENT, id, patientId, NOW],
    )
    const notice = await plan('Apointment_Request', id, '1')
    await lookAtDue(server)
    expect(await fateOf(notice)).toEqual({ state: 'Handed_Over', reason: '' })
  })
})
