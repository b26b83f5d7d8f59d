import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { AL_NOOR, SANJEEVANI } from '#server/features/demo/centres.ts'
import { readAudit, updateClient } from '../look-inside.ts'
import { type DemoServer, NOW, openDemo } from '../open-demo.ts'

const DEVICE = '019a1111-2222-7333-8444-555555555555'
const OTHER_DEVICE = '019a1111-2222-7333-8444-666666666666'

let letters: string[] = []
let isMailDown = false
const mailServer = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData: (stream, _session, done) => {
    let letter = ''
    stream.on('data', (part: Buffer) => (letter += part.toString()))
    stream.on('end', () => {
      if (isMailDown) return done(new Error('mailbox unavailable'))
      // A warning of failed sign-ins may arrive between them.
      if (letter.includes('Subject: Your Readroom sign-in code')) letters.push(letter)
      done()
    })
  },
})

let server: DemoServer

beforeAll(async () => {
  mailServer.listen(0, '127.0.0.1')
  await once(mailServer.server, 'listening')
  const { port } = mailServer.server.address() as AddressInfo
  server = await openDemo({ READROOM_SMTP_URL: `smtp://127.0.0.1:${port}?from=readroom@example.org` })
})
afterAll(async () => {
  await server.close()
  await new Promise<void>((resolve) => mailServer.close(() => resolve()))
})
beforeEach(() => {
  letters = []
  isMailDown = false
  server.clock.now = NOW
})
afterEach(() => updateClient(server, SANJEEVANI.id, { otp_rule: 'Off' }))

let address = 0
function login(username: string, device_id?: string) {
  address += 1
  const headers = { 'x-forwarded-for': `192.0.2.${address}` }
  return server.send({
    method: 'POST',
    url: '/api/auth/login',
    headers,
    payload: { username, password: DEMO_PASSWORD, device_id },
  })
}

const redeem = (otp_token: string, otp: string) =>
  server.send({ method: 'POST', url: '/api/auth/loginWithOtp', payload: { otp, otp_token } })

const codeOf = (letter: string | undefined) => /^(\d{6}) is your/m.exec(letter ?? '')?.[1] ?? ''
const wrongCode = (code: string) => (code === '123456' ? '654321' : '123456')

test('Always sends a code by mail and opens the session only with it', async () => {
  await updateClient(server, SANJEEVANI.id, { otp_rule: 'Always' })
  const first = await login('dr.mehta', DEVICE)
  expect(first.body).toMatchObject({ otp_required: 'Y', otp_sent_to: 'd•••@sanjeevani.example' })
  expect(first.body).not.toHaveProperty('token')
  expect(letters[0]).toContain('To: dr.mehta@sanjeevani.example')
  const second = await redeem(first.body.otp_token as string, codeOf(letters[0]))
  expect(second.status).toBe(200)
  expect(second.body.result).toMatchObject({ name: 'Dr. Anjali Mehta' })
  const again = await redeem(first.body.otp_token as string, codeOf(letters[0]))
  expect(again.body.code).toBe('otp_wrong')
})

test('New_Device requires a code on an unknown device, and not on a known one', async () => {
  await updateClient(server, SANJEEVANI.id, { otp_rule: 'New_Device' })
  const first = await login('dr.khan', OTHER_DEVICE)
  await redeem(first.body.otp_token as string, codeOf(letters[0]))
  expect((await login('dr.khan', OTHER_DEVICE)).body.otp_required).toBe('N')
  expect((await login('dr.khan')).body.otp_required).toBe('Y')
})

test('the device of the session is the one that requested the code', async () => {
  await updateClient(server, SANJEEVANI.id, { otp_rule: 'New_Device' })
  const first = await login('dr.nair', DEVICE)
  const payload = {
    otp: codeOf(letters[0]),
    otp_token: first.body.otp_token as string,
    device_id: OTHER_DEVICE,
  }
  await server.send({ method: 'POST', url: '/api/auth/loginWithOtp', payload })
  expect((await login('dr.nair', OTHER_DEVICE)).body.otp_required).toBe('Y')
  expect((await login('dr.nair', DEVICE)).body.otp_required).toBe('N')
})

test('administrators need a code on a new device even if the client says Off', async () => {
  expect((await login('admin.sanjeevani')).body.otp_required).toBe('Y')
  expect((await login('platform')).body.otp_required).toBe('Y')
  expect((await login('dr.iyer')).body.otp_required).toBe('N')
})

test('five wrong codes end the unfinished sign-in, and each is in the audit trail', async () => {
  await updateClient(server, SANJEEVANI.id, { otp_rule: 'Always' })
  const { body } = await login('dr.fernandes')
  const code = codeOf(letters[0])
  for (let n = 0; n < 5; n++)
    expect((await redeem(body.otp_token as string, wrongCode(code))).body.code).toBe('otp_wrong')
  expect((await redeem(body.otp_token as string, code)).body.code).toBe('otp_wrong')
  const lines = await readAudit(server, SANJEEVANI.id, 'user')
  expect(lines.filter((line) => line.action === 'otp_failed')).toHaveLength(5)
})

test('a correct code at the fifth attempt is accepted', async () => {
  await updateClient(server, SANJEEVANI.id, { otp_rule: 'Always' })
  const { body } = await login('dr.deshpande')
  const code = codeOf(letters[0])
  for (let n = 0; n < 4; n++) await redeem(body.otp_token as string, wrongCode(code))
  expect((await redeem(body.otp_token as string, code)).status).toBe(200)
})

test('a code expires after five minutes, and a newer one replaces it', async () => {
  await updateClient(server, SANJEEVANI.id, { otp_rule: 'Always' })
  const first = await login('dr.joshi')
  const second = await login('dr.joshi')
  expect((await redeem(first.body.otp_token as string, codeOf(letters[0]))).body.code).toBe('otp_wrong')
  server.clock.now = new Date(NOW.getTime() + 5 * 60_000)
  expect((await redeem(second.body.otp_token as string, codeOf(letters[1]))).body.code).toBe('otp_wrong')
})

test('one person is sent at most five codes in a quarter of an hour', async () => {
  await updateClient(server, SANJEEVANI.id, { otp_rule: 'Always' })
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push((await login('reception.andheri')).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(letters).toHaveLength(5)
})

test('a refusing mail server is reported as such, and nobody is signed in', async () => {
  await updateClient(server, SANJEEVANI.id, { otp_rule: 'Always' })
  isMailDown = true
  const answer = await login('tech.andheri')
  expect(answer.status).toBe(503)
  expect(answer.body).toMatchObject({
    code: 'unavailable',
    message: 'The e-mail could not be sent. Try again in a moment.',
  })
  expect(answer.body).not.toHaveProperty('token')
})

test('without a channel administrators sign in without a code, but an enabled rule still applies', async () => {
  const mute = await openDemo()
  try {
    const sign = (username: string) =>
      mute.send({ method: 'POST', url: '/api/auth/login', payload: { username, password: DEMO_PASSWORD } })
    expect((await sign('admin.alnoor')).body.otp_required).toBe('N')
    await updateClient(mute, AL_NOOR.id, { otp_rule: 'Always' })
    expect((await sign('admin.alnoor')).body.code).toBe('unavailable')
  } finally {
    await mute.close()
  }
})
