import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { DispatchRow } from '#contract/calls/integrations.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, putStudy, reportOf, save } from '../reports/report-fixture.ts'
import { type Hl7Partner, openHl7Partner } from './partner.ts'

const PEERS = ['/usr/lib/python3/dist-packages/hl7', '/usr/bin/pdftotext']

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

const switchPdf = (on: 0 | 1) =>
  askAdmin(server, 'update branch set report_send_hl7_pdf = $1 where id = $2', [on, ANDHERI])

async function verified(text: string): Promise<string> {
  const study = await putStudy(server)
  expect((await save(senior, study, { status: 'Signed', text, conclusion: '<p>Normal.</p>' })).status).toBe(
    200,
  )
  expect((await senior.post(`${PHP}verifyReport`, { study_id: study })).status).toBe(200)
  return study
}

const dispatchesOf = async (study: string) =>
  (await senior.get(`${PHP}report/outside/${study}`)).body.result.dispatches as DispatchRow[]

const until = (study: string, states: string[]) =>
  vi.waitFor(async () => expect((await dispatchesOf(study)).map(({ state }) => state)).toEqual(states), {
    timeout: 20_000,
    interval: 200,
  })

/** Returns what python3-hl7 reads from the encapsulated data of a message, and the text that pdftotext finds in it. */
function pdfOf(message: string): { kinds: string[]; parts: string[]; words: string } {
  const script = `
import hl7, json, sys
m = hl7.parse(sys.stdin.buffer.read().decode('utf8'))
obx = list(m.segments('OBX'))
last = obx[-1]
print(json.dumps({'kinds': [str(o[2]) for o in obx], 'parts': [str(last[5][0][n]) for n in range(5)]}))`
  const { stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', script], {
    input: message,
    maxBuffer: 64e6,
  })
  if (stdout.length === 0) throw new Error(stderr.toString())
  const { kinds, parts } = JSON.parse(stdout.toString()) as { kinds: string[]; parts: string[] }
  const words = spawnSync('/usr/bin/pdftotext', ['-', '-'], { input: Buffer.from(parts[4] ?? '', 'base64') })
  return { kinds, parts, words: words.stdout.toString() }
}

const withPeers = it.skipIf(PEERS.some((path) => !existsSync(path)))

withPeers('goes with the report where the branch wants it, and is read by another parser', async () => {
  await switchPdf(1)
  hl7.messages.length = 0
  const study = await verified('<p>Lungs clear.</p>')
  await until(study, ['Sent'])
  const { kinds, parts, words } = pdfOf(hl7.messages[0] ?? '')
  expect(kinds).toEqual(['FT', 'FT', 'ED'])
  expect(parts.slice(0, 4)).toEqual(['', 'application', 'pdf', 'Base64'])
  expect(words).toContain('Lungs clear.')
  expect(words).toMatch(/Verified by|Verified/)
  expect(words).not.toContain('not to be handed out')
  expect(await dispatchesOf(study)).toMatchObject([{ note: '' }])
})

withPeers('has the addendum in the correction, and is not sent twice for one verification', async () => {
  await switchPdf(1)
  hl7.messages.length = 0
  const study = await verified('<p>Nodule of 18 mm.</p>')
  await until(study, ['Sent'])
  const report = await reportOf(senior, study)
  const addendum = {
    id: crypto.randomUUID(),
    study_id: study,
    report_id: report?.id,
    content: '<p>8 mm, not 18.</p>',
    seen_hash: report?.signed_hash,
  }
  expect((await senior.post(`${PHP}studies/saveAddendum`, addendum)).status).toBe(200)
  expect((await senior.post(`${PHP}verifyReport`, { study_id: study })).status).toBe(200)
  await senior.post(`${PHP}verifyReport`, { study_id: study })
  await until(study, ['Sent', 'Sent'])
  expect(hl7.messages).toHaveLength(2)
  expect(hl7.messages[1]).toMatch(/OBX\|\d+\|ED\|.*\|C\|/)
  expect(pdfOf(hl7.messages[1] ?? '').words).toContain('8 mm, not 18.')
})

it('is the same file at every attempt', async () => {
  await switchPdf(1)
  hl7.messages.length = 0
  hl7.answer = 'AE'
  const study = await verified('<p>Fracture.</p>')
  await until(study, ['Failed'])
  hl7.answer = 'AA'
  await senior.post(`${PHP}studies/sendReportToHL7`, { study_id: study, report_no: 1 })
  await until(study, ['Sent'])
  const files = hl7.messages.map((message) => message.split('Base64^')[1]?.split('|')[0])
  expect(files[0]).toMatch(/^JVBERi0/)
  expect(new Set(files).size).toBe(1)
})

it('is left out unless requested, and while the results wait for payment', async () => {
  await switchPdf(0)
  hl7.messages.length = 0
  await until(await verified('<p>Plain.</p>'), ['Sent'])
  await switchPdf(1)
  await askAdmin(
    server,
    `insert into client_setting (client_id, results_wait_for_payment) values ($1, true)
     on conflict (client_id) do update set results_wait_for_payment = true`,
    [SANJEEVANI.id],
  )
  const unpaid = await putStudy(server)
  await askAdmin(server, `update study set payment_status = 'Pending' where id = $1`, [unpaid])
  await save(senior, unpaid, { status: 'Signed', text: '<p>Unpaid.</p>', conclusion: '<p>Normal.</p>' })
  await senior.post(`${PHP}verifyReport`, { study_id: unpaid })
  await until(unpaid, ['Sent'])
  expect(hl7.messages.map((message) => message.includes('|ED|'))).toEqual([false, false])
  expect(hl7.messages[1]).toContain('Unpaid.')
  expect(await dispatchesOf(unpaid)).toMatchObject([
    { note: 'The PDF was left out: the payment is pending. Send it again once it is paid.' },
  ])
})
