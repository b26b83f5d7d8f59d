import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bearer, openWorld, type SignedIn, type World } from '../helpers/world.ts'

let world: World
const HOUR_MS = 3_600_000

beforeAll(async () => {
  // One proxy of ours is in front, so the caller's address is the one that the proxy gives.
  world = await openWorld({ config: { trustProxy: 1 } })
})
beforeEach(() => {
  world.clock.now = new Date()
})
afterAll(() => world.close())

const who = (session: SignedIn, headers: Record<string, string> = {}) =>
  world.app.inject({ url: '/api/test/who', headers: { ...bearer(session), ...headers } })
const statusOf = async (session: SignedIn, headers?: Record<string, string>) =>
  (await who(session, headers)).statusCode
const wait = (hours: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + hours * HOUR_MS)
}

test('a session in use stays open, an unused one ends after twelve hours', async () => {
  const [used, idle] = [await world.signIn(), await world.signIn()]
  wait(11)
  expect(await statusOf(used)).toBe(200)
  wait(2)
  expect([await statusOf(used), await statusOf(idle)]).toEqual([200, 403])
})

test('a session ends after seven days even if it is in use', async () => {
  const session = await world.signIn()
  for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
    wait(6)
    expect(await statusOf(session)).toBe(200)
  }
  wait(6)
  expect(await statusOf(session)).toBe(403)
})

test('only the hash of a token is stored', async () => {
  const { token } = await world.signIn()
  const { rows } = await world.admin.query('select * from entry.session')
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a revoked session, device or user and a closed client end at the next call', async () => {
  const { kernel } = world.app
  const ends = async (sql: string, of: (session: SignedIn) => unknown) => {
    const session = await world.signIn()
    expect(await statusOf(session)).toBe(200)
    await world.admin.query(sql, [of(session)])
    expect([sql, await statusOf(session)]).toEqual([sql, 403])
  }
  await ends('update entry.session set revoked = now() where session_id = $1', (session) => session.sessionId)
  await ends('update device set revoked = now() where id = $1', (session) => session.deviceId)
  await ends('update app_user set active = false where id = $1', (session) => session.userId)
  const session = await world.signIn({ clientId: world.otherClientId })
  await world.admin.query('update client set active = false where id = $1', [world.otherClientId])
  expect(await statusOf(session)).toBe(403)
  expect(kernel.endpoints.size).toBeGreaterThan(0)
})

test('a removed permission is missing at the next call', async () => {
  const session = await world.signIn({ modules: ['verify_report'] })
  const guarded = () =>
    world.app.inject({
      method: 'POST',
      url: `/phpapi/index.php/test/guarded/${randomUUID()}`,
      headers: bearer(session),
    })
  expect((await guarded()).statusCode).toBe(200)
  await world.admin.query(
    `update role r set modules = '{}' from app_user u where u.id = $1 and r.client_id = u.client_id and r.id = u.role_id`,
    [session.userId],
  )
  expect((await guarded()).json().code).toBe('not_permitted')
})

test('an invalid token is no session', async () => {
  for (const token of ['', 'x', 'a'.repeat(43), "' or 1=1 --", 'a'.repeat(20_000)])
    expect([token, await statusOf({ token } as SignedIn)]).toEqual([token, 403])
  const twice = await world.app.inject({
    url: '/api/test/who',
    headers: { token: ['a', 'b'] as unknown as string },
  })
  expect(twice.statusCode).toBe(403)
})

test('a token in the address is no session', async () => {
  const { token } = await world.signIn()
  const answer = await world.app.inject({ url: `/api/test/who?token=${token}` })
  expect(answer.statusCode).toBe(403)
})

test('allowed addresses are checked at each call, and a foreign one ends the session', async () => {
  const session = await world.signIn({ allowedIps: ['10.1.0.0/16', '2001:db8::/32', 'nonsense'] })
  const from = (address: string) => statusOf(session, { 'x-forwarded-for': address })
  expect([await from('10.1.2.3'), await from('::ffff:10.1.9.9'), await from('2001:db8::7')]).toEqual([
    200, 200, 200,
  ])
  expect(await from('10.2.0.1')).toBe(403)
  expect(await from('10.1.2.3')).toBe(403)
  const { rows } = await world.admin.query(
    "select detail from audit_trail where action = 'address_refused' and user_id = $1",
    [session.userId],
  )
  expect(rows).toEqual([{ detail: { address: '10.2.0.1' } }])
})

test('without a trusted proxy no client can choose its own address', async () => {
  const direct = await openWorld()
  const session = await direct.signIn({ allowedIps: ['10.1.0.0/16'] })
  const answer = await direct.app.inject({
    url: '/api/test/who',
    headers: { ...bearer(session), 'x-forwarded-for': '10.1.2.3' },
  })
  await direct.close()
  expect(answer.statusCode).toBe(403)
})

test("the caller's zone comes from the headers of either base", async () => {
  const session = await world.signIn()
  const zone = async (headers: Record<string, string>) => (await who(session, headers)).json().result.zone
  expect(await zone({ 'x-time-zone': 'Asia/Kuwait', 'x-utc-offset': '330' })).toBe('Asia/Kuwait')
  expect(await zone({ 'x-utc-offset': '330' })).toBe('+05:30')
  expect(await zone({ 'timezone-offset': '-210' })).toBe('-03:30')
  expect(await zone({ 'x-utc-offset': '+05:30' })).toBe('+05:30')
  for (const bad of ['Mars/Olympus', '../../etc', '']) expect(await zone({ 'x-time-zone': bad })).toBe('UTC')
  for (const bad of ['9999', 'x', '+99:99']) expect(await zone({ 'x-utc-offset': bad })).toBe('UTC')
})
