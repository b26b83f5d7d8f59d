import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pollHeads } from '#server/kernel/sync/feed/feed-listener.ts'
import { FeedPokes } from '#server/kernel/sync/feed/feed-pokes.ts'
import { openStream as openAt, type StreamReader } from '../../helpers/open-stream.ts'
import { bearer, openWorld, type SignedIn, type World } from '../../helpers/world.ts'

let world: World
let doctor: SignedIn
let url: string

beforeAll(async () => {
  world = await openWorld({ heartbeatMs: 200 })
  doctor = await world.signIn()
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

const openStream = (base = url, who = doctor) => openAt(base, who)

const headerLine = (who: SignedIn) => `authorization: ${bearer(who).authorization}`

async function saveTag(app = world.app, who = doctor): Promise<number> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/test/saveTag',
    headers: { ...bearer(who), 'idempotency-key': uuidv7() },
    payload: { id: randomUUID(), name: 'Poke' },
  })
  return Number(answer.headers['x-feed-position'])
}

test('a write pokes only the streams of its client, with its position', async () => {
  const stranger = await world.signIn({ clientId: world.otherClientId })
  const [ours, theirs] = [await openStream(), await openStream(url, stranger)]
  const pos = await saveTag()
  await ours.until(`data: ${pos} client\n\n`)
  const theirPos = await saveTag(world.app, stranger)
  await theirs.until(`data: ${theirPos} client\n\n`)
  ours.close()
  theirs.close()
})

test('a write in another process pokes too', async () => {
  const another = await world.another()
  const otherUrl = await another.listen({ port: 0, host: '127.0.0.1' })
  const stream = await openStream(otherUrl)
  await stream.until(': open')
  const pos = await saveTag()
  await stream.until(`data: ${pos} client\n\n`)
  stream.close()
})

test('the listener reconnects after its connection was cut', async () => {
  const another = await world.another()
  const stream = await openStream(await another.listen({ port: 0, host: '127.0.0.1' }))
  await world.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen%'`,
  )
  const pos = await saveTag()
  // With its scopes by a notice, or without them by the poll after the reconnection.
  await stream.until(`data: ${pos}`)
  stream.close()
})

test('without notices, heads are polled', async () => {
  const pokes = new FeedPokes()
  const heard: number[] = []
  pokes.listen(world.clientId, { wants: () => true, hear: ({ pos }) => heard.push(pos) })
  const pos = await saveTag()
  await pollHeads(world.database.pool, pokes)
  await pollHeads(world.database.pool, pokes)
  expect(heard).toEqual([pos])
})

test('the stream has its own headers and those of every response', async () => {
  const stream = await openStream()
  expect(stream.answer.statusCode).toBe(200)
  expect(stream.answer.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("script-src 'self'"),
  })
  stream.close()
})

test('without a session there is no stream', async () => {
  const answer = await fetch(`${url}/api/sync/stream`)
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'signed_out' }])
})

test('a stream ends within a heartbeat of its session', async () => {
  const session = await world.signIn()
  const stream = await openStream(url, session)
  await stream.until(': here')
  await world.admin.query('update entry.session set revoked = now() where session_id = $1', [
    session.sessionId,
  ])
  await stream.ended
})

test('a stream ends within a heartbeat once its person may no longer call from that address', async () => {
  const guest = await world.signIn({})
  const stream = await openStream(url, guest)
  await stream.until(': open')
  await world.admin.query(`update app_user set allowed_ips = '{127.0.0.0/8}' where id = $1`, [guest.userId])
  await stream.until(': here\n\n: here')
  await world.admin.query(`update app_user set allowed_ips = '{10.20.0.0/16}' where id = $1`, [guest.userId])
  await stream.ended
})

test('a stream that only listens keeps no session alive', async () => {
  const session = await world.signIn()
  const seen = async () => {
    const { rows } = await world.admin.query('select last_seen from entry.session where session_id = $1', [
      session.sessionId,
    ])
    return rows[0].last_seen.getTime() as number
  }
  const stream = await openStream(url, session)
  const before = await seen()
  const { now } = world.clock
  world.clock.now = new Date(now.getTime() + 3_600_000)
  await new Promise((later) => setTimeout(later, 500))
  world.clock.now = now
  expect(await seen()).toBe(before)
  stream.close()
})

test('a reader that does not read is disconnected, the others continue', async () => {
  const accepted = once(world.app.server, 'connection') as Promise<[Socket]>
  const stuck = connect(Number(new URL(url).port), '127.0.0.1').pause()
  const [held] = await accepted
  stuck.write(`GET /api/sync/stream HTTP/1.1\r\nhost: localhost\r\n${headerLine(doctor)}\r\n\r\n`)
  const reader = await openStream()
  const { pokes } = world.app.kernel
  let pos = await saveTag()
  while (!held.destroyed) {
    for (let i = 0; i < 500; i += 1)
      pokes.poke(world.clientId, { pos: (pos += 1), size: 1, scopes: ['client'] })
    await new Promise((later) => setImmediate(later))
  }
  await reader.until(`data: ${pos} client\n\n`)
  reader.close()
  stuck.destroy()
}, 60_000)

test('a server that stops ends its streams at once', async () => {
  const another = await world.another()
  const stream = await openStream(await another.listen({ port: 0, host: '127.0.0.1' }))
  await stream.until(': open')
  const closing = another.close()
  await stream.ended
  await closing
})

test('a session keeps its newest four streams', async () => {
  const one = await world.signIn()
  const streams: StreamReader[] = []
  for (let n = 0; n < 6; n += 1) {
    const stream = await openStream(url, one)
    await stream.until(': open')
    streams.push(stream)
  }
  await Promise.all([streams[0]?.ended, streams[1]?.ended])
  const pos = await saveTag()
  await Promise.all(streams.slice(2).map((stream) => stream.until(`data: ${pos} client\n\n`)))
  for (const stream of streams) stream.close()
})
