import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PushMessage } from '#domain/notification/push-message.ts'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { createPushJob } from '#server/features/notifications/push-job.ts'
import { PUSH_JOB } from '#server/features/notifications/push-job-name.ts'
import { pushKeysFileOf } from '#server/kernel/keys/push-keys.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import {
  openPushService,
  type PushService,
  readSignature,
  type Subscriber,
  subscriber,
} from '#tests/helpers/network/push-service.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { personId, putStudy } from '../reports/report-fixture.ts'
import { toldOf } from './bell-fixture.ts'

let server: DemoServer
let push: PushService
let admin: ApiUser
beforeAll(async () => {
  server = await openDemo()
  push = await openPushService()
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(async () => {
  await server.close()
  await push.close()
})
beforeEach(async () => {
  await askAdmin(server, 'delete from push_subscription')
  await askAdmin(server, 'delete from notification')
  push.taken.length = 0
  push.answer = () => 201
})

interface Device {
  id: string
  desk: ApiUser
}

/** Signs in on a named device, as a browser does. */
async function deviceOf(username: string, id = randomUUID()): Promise<Device> {
  const payload = { username, password: DEMO_PASSWORD, device_id: id }
  const { body } = await server.send({ method: 'POST', url: '/api/auth/login', payload })
  return { id, desk: server.apiUserOf(body.token) }
}

const subscribe = (desk: ApiUser, { endpoint, p256dh, auth }: Subscriber) =>
  desk.post('noti/savePush', { endpoint, p256dh, auth })

async function give(writer = 'dr.iyer'): Promise<string> {
  const study_id = await putStudy(server)
  const doctors = { assigned_doctor_id: personId(writer), signed_by_doctor_id: null }
  expect((await admin.post(`${PHP}assignDoctor`, { study_id, ...doctors })).status).toBe(200)
  return study_id
}

/** Runs the job once for the recipients of the subject, as the queue does. */
async function runPush(subjectId: string): Promise<void> {
  const ids = (await toldOf(server, subjectId)).map(({ id }) => id)
  const { kernel, log } = server.app
  const work = { write: write.bind(undefined, kernel, CLIENT), now: kernel.now(), log }
  await createPushJob(kernel).run({ clientId: CLIENT, ids }, work as never)
}

const subscriptions = () =>
  askAdmin<{ device_id: string; endpoint: string }>(
    server,
    'select device_id, endpoint from push_subscription order by endpoint',
  )

test('an event is pushed by a job, encrypted for the browser, signed by the server, and contains no names', async () => {
  const { desk } = await deviceOf('dr.iyer')
  const browser = push.subscribe('iyer')
  expect((await desk.get('noti/pushKey')).body.result.is_on).toBe(0)
  expect((await subscribe(desk, browser)).status).toBe(200)
  const { key, is_on } = (await desk.get('noti/pushKey')).body.result
  expect(is_on).toBe(1)
  const study = await give()
  await expect.poll(() => push.taken.length, { timeout: 15_000, interval: 200 }).toBe(1)
  const [message] = push.taken
  const told = JSON.parse(browser.open(message!.body)) as PushMessage
  const [row] = await toldOf(server, study)
  expect(told).toEqual({
    id: row?.id,
    kind: 'study_assigned',
    count: 1,
    subject_type: 'study',
    subject_id: study,
  })
  expect(message).toMatchObject({ path: '/iyer', headers: { topic: 'study_assigned', ttl: '86400' } })
  const signed = readSignature(message!)
  expect(signed.key).toBe(key)
  expect(signed.claims.aud).toBe(push.url)
})

describe('the job, run after its preconditions', () => {
  beforeAll(() => server.app.kernel.jobs.boss.offWork(PUSH_JOB.name))

  test('nothing is pushed for a read event, a muted kind, or to others', async () => {
    const { desk } = await deviceOf('dr.iyer')
    const khan = await deviceOf('dr.khan')
    await subscribe(desk, push.subscribe('iyer'))
    await subscribe(khan.desk, push.subscribe('khan'))
    const read = await give()
    await desk.get('noti/markAllRead')
    await runPush(read)
    expect(push.taken).toEqual([])
    await desk.post('noti/saveSettings', { muted: ['study_assigned'] })
    await runPush(await give())
    expect(push.taken).toEqual([])
    await desk.post('noti/saveSettings', { muted: [] })
    await runPush(await give())
    expect(push.taken.map(({ path }) => path)).toContain('/iyer')
    expect(push.taken.map(({ path }) => path)).not.toContain('/khan')
  })

  test('the message counts the unread ones of its kind, and a critical result is urgent', async () => {
    const { desk } = await deviceOf('dr.iyer')
    const browser = push.subscribe('iyer')
    await subscribe(desk, browser)
    await give()
    await give()
    const study = await give()
    push.taken.length = 0
    await runPush(study)
    expect(JSON.parse(browser.open(push.taken.at(-1)!.body))).toMatchObject({ count: 3 })
    await admin.post('study/assignCriticalTag', { study_id: study, tag_name: 'Critical result' })
    await runPush(study)
    expect(push.taken.map(({ headers }) => headers.urgency)).toContain('high')
  })

  test.each([404, 410])(
    'a service that returns %i makes the server delete the subscription',
    async (status) => {
      const { desk } = await deviceOf('dr.iyer')
      await subscribe(desk, push.subscribe('gone'))
      push.answer = () => status
      await runPush(await give())
      expect(await subscriptions()).toEqual([])
    },
  )

  test('a busy service is retried, and the subscription stays', async () => {
    const { desk } = await deviceOf('dr.iyer')
    await subscribe(desk, push.subscribe('busy'))
    push.answer = () => 503
    await expect(runPush(await give())).rejects.toThrow('push service')
    expect(await subscriptions()).toHaveLength(1)
  })

  test('a device that is signed out, disabled, or whose person left gets none, and its subscription is deleted', async () => {
    const study = await give()
    const out = await deviceOf('dr.iyer')
    const revoked = await deviceOf('dr.iyer')
    await subscribe(out.desk, push.subscribe('out'))
    await subscribe(revoked.desk, push.subscribe('revoked'))
    await askAdmin(server, 'update device set revoked = now() where id = $1', [revoked.id])
    expect((await out.desk.post('auth/logout', {})).status).toBe(200)
    await runPush(study)
    expect(push.taken).toEqual([])
    expect(await subscriptions()).toEqual([])
    const left = await deviceOf('dr.iyer')
    await subscribe(left.desk, push.subscribe('left'))
    await askAdmin(server, `update app_user set active = false where username = 'dr.iyer'`)
    try {
      await runPush(study)
      expect(push.taken).toEqual([])
    } finally {
      await askAdmin(server, `update app_user set active = true where username = 'dr.iyer'`)
    }
  })

  test('a browser shared by two people belongs to the one who subscribed last', async () => {
    const browser = push.subscribe('shared')
    const device = randomUUID()
    const [iyer, khan] = [await deviceOf('dr.iyer', device), await deviceOf('dr.khan', device)]
    await subscribe(iyer.desk, browser)
    await subscribe(khan.desk, browser)
    await runPush(await give('dr.iyer'))
    expect(push.taken).toEqual([])
    expect(await subscriptions()).toHaveLength(1)
  })

  test('a person unsubscribes their own device', async () => {
    const { desk } = await deviceOf('dr.iyer')
    await subscribe(desk, push.subscribe('iyer'))
    expect((await desk.post('noti/deletePush', {})).status).toBe(200)
    expect(await subscriptions()).toEqual([])
    expect((await desk.get('noti/pushKey')).body.result.is_on).toBe(0)
  })

  test.each([
    'https://10.0.0.7/push',
    'https://169.254.169.254/latest/meta-data',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com:8443/x',
    'http://fcm.googleapis.com/x',
    'https://user@fcm.googleapis.com/x',
    'ftp://fcm.googleapis.com/x',
    'not an address',
  ])('%s is refused as an endpoint', async (endpoint) => {
    const { desk } = await deviceOf('dr.iyer')
    const answer = await subscribe(desk, subscriber(endpoint))
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { endpoint: 'must be an address of a known push service' },
    ])
  })

  test('invalid keys, and a session without a device, are refused', async () => {
    const { desk } = await deviceOf('dr.iyer')
    const browser = push.subscribe('iyer')
    const short = await subscribe(desk, { ...browser, p256dh: 'AAAA' })
    expect(short.body.fields).toHaveProperty('p256dh')
    const nameless = await server.signIn('dr.iyer')
    expect((await subscribe(nameless, browser)).body.code).toBe('refused')
  })

  test('the key pair is created once and stored beside the sealing keys', () => {
    const kept = JSON.parse(readFileSync(pushKeysFileOf(server.app.kernel.config), 'utf8'))
    expect(kept.publicKey).toBe(server.app.kernel.pushKeys.publicKey)
  })
})
