import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MessageRow } from '#contract/calls/messages.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { MESSAGE_TRIES } from '#server/features/messages/send-message-job.ts'
import { findLetter, type MailSink, openMailSink } from '#tests/helpers/network/mail-sink.ts'
import { type MessageGateway, openMessageGateway } from '#tests/helpers/network/message-gateway.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { personId } from '../reports/report-fixture.ts'
import { makeLink, putShared, setSettings } from '../sharing/share-fixture.ts'

let server: DemoServer
let desk: ApiUser
let sink: MailSink
let gateway: MessageGateway
let studyId = ''
beforeAll(async () => {
  sink = await openMailSink({ user: 'centre', password: 'mail secret' })
  gateway = await openMessageGateway()
  server = await openDemo()
  desk = await server.signIn('reception.andheri')
})
afterAll(async () => {
  await server.close()
  await sink.close()
  await gateway.close()
})
beforeEach(async () => {
  studyId = await putShared(server)
  gateway.asked.length = 0
  gateway.answer = () => ({ status: 200, body: { id: 'ref-1' } })
})

const withMail = () => ({
  smtp_host: '127.0.0.1',
  smtp_port: sink.port,
  smtp_user_name: 'centre',
  smtp_password: 'mail secret',
  smtp_sender_name: 'Sanjeevani',
  smtp_sender_email: 'results@sanjeevani.example',
  smtp_reply_to: 'desk@sanjeevani.example',
})
const log = async (): Promise<MessageRow[]> =>
  (await desk.get('message/list', { study_id: studyId })).body.result
const mail = (content = 'Dear Asha, https://x.example/shared/secret-of-the-link') =>
  desk.post(`${PHP}studies/shareStudyWithPatientEmail`, {
    email: 'asha@mail.example',
    content,
    study_id: studyId,
  })
const whatsapp = () =>
  desk.post('whatsapp/send-message', { to: '919820012345', msg: 'Hello', study_id: studyId })

/** Returns the newest message once `is` accepts it. */
async function settled(is: (row: MessageRow) => boolean): Promise<MessageRow> {
  let row: MessageRow | undefined
  await expect
    .poll(
      async () => {
        ;[row] = await log()
        return row !== undefined && is(row)
      },
      { timeout: 15_000, interval: 200 },
    )
    .toBe(true)
  return row!
}

test('an e-mail is sent by the client’s own mail server, and the log shows that', async () => {
  await setSettings(server, withMail())
  const { body } = await mail()
  expect(body).toMatchObject({ message: 'The message is on its way.', result: { state: 'Waiting' } })
  const row = await settled(({ state }) => state === 'Sent')
  expect(row).toMatchObject({
    channel: 'E',
    purpose: 'Share_Study',
    sent_to: 'asha@mail.example',
    attempts: 1,
  })
  const letter = findLetter(sink, 'asha@mail.example')
  expect(letter).toMatchObject({ from: 'results@sanjeevani.example' })
  expect(letter?.source).toContain('Reply-To: desk@sanjeevani.example')
  expect(letter?.source).toContain(`<${row.id}@readroom>`)
  expect(letter?.source).toContain('https://x.example/shared/secret-of-the-link')
})

test('the text is stored sealed, and jobs contain only ids', async () => {
  await setSettings(server, withMail())
  await mail('Dear Asha, the secret is 4711-link')
  await settled(({ state }) => state === 'Sent')
  const rows = await askAdmin<{ line: string }>(
    server,
    `select m::text as line from message m union all select data::text from pgboss.job where name = 'messages/send'`,
  )
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.map(({ line }) => line).join('\n')).not.toContain('4711-link')
  const jobs = await askAdmin<{ data: object }>(
    server,
    `select data from pgboss.job where name = 'messages/send'`,
  )
  for (const { data } of jobs) expect(Object.keys(data).toSorted()).toEqual(['clientId', 'ids'])
})

test('without a channel the message is stored, and its sender is notified', async () => {
  await setSettings(server, {})
  for (const send of [mail, whatsapp]) {
    const { status, body } = await send()
    expect([status, body.result.state]).toEqual([200, 'Not_Configured'])
    expect(body.message).toContain('not sent')
  }
  expect((await log()).map(({ state }) => state)).toEqual(['Not_Configured', 'Not_Configured'])
})

test('an unsent message is sent by resend once there is a channel', async () => {
  await setSettings(server, {})
  const { body } = await mail()
  await setSettings(server, withMail())
  expect((await desk.post('message/resend', { id: body.result.id })).body.result.state).toBe('Waiting')
  const row = await settled(({ state }) => state === 'Sent')
  expect(row.id).toBe(body.result.id)
})

test('a message whose link was withdrawn or expired is not sent again', async () => {
  await setSettings(server, {})
  const { link, id } = (await makeLink(desk, studyId)).body.result
  const sent = (await mail(`Dear Asha, <${link}>.`)).body.result.id
  const resend = async () => (await desk.post('message/resend', { id: sent })).body.code
  expect(await resend()).toBeUndefined()
  await askAdmin(server, "update share_link set expires = '2000-01-01' where id = $1", [id])
  expect(await resend()).toBe('link_over')
  await askAdmin(server, 'update share_link set expires = null, revoked = now() where id = $1', [id])
  expect(await resend()).toBe('link_revoked')
  expect((await log())[0]).toMatchObject({ id: sent, state: 'Not_Configured' })
})

test('a recipient that the mail server refuses permanently fails at once; a busy one is retried', async () => {
  await setSettings(server, withMail())
  sink.refusals.push({ code: 550, words: 'no such user' })
  await mail()
  expect(await settled(({ state }) => state === 'Failed')).toMatchObject({ attempts: 1 })
  expect((await log())[0]?.last_error).toMatch(/^Error! 550 .*no such user/)
  studyId = await putShared(server)
  sink.refusals.push({ code: 451, words: 'try later' })
  await mail()
  expect(await settled(({ attempts }) => attempts === 1)).toMatchObject({ state: 'Waiting' })
  await bringJobsForward()
  expect(await settled(({ state }) => state === 'Sent')).toMatchObject({ attempts: 2, last_error: '' })
})

test('an unreachable gateway fails after its retries, and a person is notified', async () => {
  await setSettings(server, { sms_url: `${gateway.url}/sms`, sms_user: 'u', sms_password: 'p' })
  gateway.answer = () => ({ status: 503, body: {} })
  await desk.post('whatsapp/send-sms', { to: '919820012345', msg: 'Hello', study_id: studyId })
  for (let tried = 1; tried < MESSAGE_TRIES; tried += 1) {
    await settled(({ attempts }) => attempts === tried)
    await bringJobsForward()
  }
  expect(await settled(({ state }) => state === 'Failed')).toMatchObject({
    attempts: MESSAGE_TRIES,
    last_error: 'Error!',
  })
}, 60_000)

test('an SMS request contains its addresses, the sender and its reference', async () => {
  await setSettings(server, {
    sms_url: `${gateway.url}/sms`,
    sms_user: 'user',
    sms_password: 'pass',
    sms_sender: 'SANJVN',
  })
  const input = { to: '919820012345', msg: 'Your results', urls: ['https://x.example/1'], study_id: studyId }
  const { body } = await desk.post('whatsapp/send-sms', input)
  await settled(({ state }) => state === 'Sent')
  expect(gateway.asked).toEqual([
    {
      method: 'POST',
      path: '/sms',
      authorization: `Basic ${Buffer.from('user:pass').toString('base64')}`,
      body: {
        to: '919820012345',
        text: 'Your results\nhttps://x.example/1',
        sender: 'SANJVN',
        reference: body.result.id,
      },
    },
  ])
})

test('WhatsApp is sent from the centre’s number, or from a user’s own number if set', async () => {
  await setSettings(server, { whatsapp_url: gateway.url, whatsapp_token: 'token' })
  await whatsapp()
  await settled(({ state }) => state === 'Sent')
  const sender = personId('reception.andheri')
  await askAdmin(server, 'update app_user set use_this_usr_wa = true where id = $1', [sender])
  studyId = await putShared(server)
  await whatsapp()
  await settled(({ state }) => state === 'Sent')
  await askAdmin(server, 'update app_user set use_this_usr_wa = false where id = $1', [sender])
  expect(gateway.asked.map(({ path, authorization }) => [path, authorization])).toEqual([
    [`/sessions/${SANJEEVANI.id}/messages`, 'Bearer token'],
    [`/sessions/${SANJEEVANI.id}.${sender}/messages`, 'Bearer token'],
  ])
})

test('the WhatsApp provider’s error is shown with the request to scan again', async () => {
  await setSettings(server, { whatsapp_url: gateway.url, whatsapp_token: 'token' })
  gateway.answer = () => ({ status: 401, body: { message: 'Session is closed' } })
  await whatsapp()
  expect(await settled(({ state }) => state === 'Failed')).toMatchObject({
    last_error: 'Session is closed. Please scan QR code again!',
  })
})

test('a study by WhatsApp uses the client’s text, with the report’s text where there is a report', async () => {
  await setSettings(server, {
    whatsapp_url: gateway.url,
    whatsapp_token: 't',
    pat_viewer_share_content_with_report: '%PATIENT_NAME%: %REPORT_URL%',
  })
  const about = { to: '919820012345', pat_name: 'Asha', study_desc: 'CT', study_id: studyId }
  await desk.post('whatsapp/voiceoc-send-whatsapp', {
    ...about,
    report_url: 'https://r',
    viewer_url: 'https://v',
  })
  await settled(({ state }) => state === 'Sent')
  expect(gateway.asked[0]?.body.text).toBe('Asha: https://r')
})

test('a text with an unknown placeholder, an invalid number and a user without the right are refused', async () => {
  expect((await mail('Hello %NAME%')).body.fields).toEqual({ content: '%NAME% is no known placeholder' })
  const to = '919820012345'
  const unfilled = { msg: '%LOGIN_URL% has no value in this message' }
  for (const way of ['send-message', 'send-sms'])
    expect((await desk.post(`whatsapp/${way}`, { to, msg: 'Sign in: %LOGIN_URL%' })).body.fields).toEqual(
      unfilled,
    )
  const encoded = await desk.post('whatsapp/send-message', { to, msg: 'https://v/?n=Ren%C3%A9%20B' })
  expect(encoded.status).toBe(200)
  const bad = await desk.post('whatsapp/send-message', { to: '+91 98', msg: 'x' })
  expect(bad.body.fields).toEqual({ to: 'This is not a mobile number' })
  const technician = await server.signIn('tech.andheri')
  const refused = await technician.post('whatsapp/send-message', { to: '919820012345', msg: 'x' })
  expect(refused.body.code).toBe('not_permitted')
})

test('another client sees no message and cannot send it again', async () => {
  await setSettings(server, {})
  const { body } = await mail()
  const other = await server.signIn('admin.alnoor')
  expect((await other.get('message/list', { study_id: studyId })).status).toBe(404)
  expect((await other.post('message/resend', { id: body.result.id })).status).toBe(404)
})

test('the WhatsApp dialog gets a code, shows the linked number, and unlinks it', async () => {
  await setSettings(server, { whatsapp_url: gateway.url, whatsapp_token: 'token' })
  const session = `/sessions/${SANJEEVANI.id}`
  gateway.answer = ({ path }) =>
    path.endsWith('/qr')
      ? { status: 200, body: { state: 'waiting', base64: 'aGVsbG8=' } }
      : { status: 200, body: { state: 'linked', number: '+91 98200 12345' } }
  const code = await desk.post('whatsapp/get-qr-code', {})
  expect(code.body.result).toEqual({ state: 'Waiting', number: '', is_own: 0, base64: 'aGVsbG8=' })
  const state = await desk.get('whatsapp/link-state')
  expect(state.body.result).toEqual({ state: 'Linked', number: '+91 98200 12345', is_own: 0 })
  gateway.answer = () => ({ status: 200, body: { state: 'unlinked' } })
  expect((await desk.post('whatsapp/unlink', {})).body.result.state).toBe('Unlinked')
  expect(gateway.asked.map(({ method, path }) => [method, path])).toEqual([
    ['POST', `${session}/qr`],
    ['GET', session],
    ['DELETE', session],
  ])
  const [link] = await askAdmin<{ state: string }>(server, 'select state from whatsapp_link')
  expect(link?.state).toBe('Unlinked')
})

test('without a gateway the dialog says so, and a gateway’s error is shown with its message', async () => {
  await setSettings(server, {})
  expect((await desk.get('whatsapp/link-state')).body.result.state).toBe('Not_Configured')
  await setSettings(server, { whatsapp_url: gateway.url, whatsapp_token: 'token' })
  gateway.answer = () => ({ status: 500, body: { error: 'Engine is down' } })
  const { status, body } = await desk.post('whatsapp/get-qr-code', {})
  expect([status, body.message]).toEqual([503, 'Engine is down. Please scan QR code again!'])
})

// Retries wait for ten seconds and more; the test changes their time instead of waiting.
async function bringJobsForward(): Promise<void> {
  await expect
    .poll(
      async () => {
        const rows = await askAdmin(
          server,
          `update pgboss.job set start_after = now() where name = 'messages/send' and state = 'retry' returning id`,
        )
        return rows.length
      },
      { timeout: 10_000, interval: 100 },
    )
    .toBeGreaterThan(0)
}
