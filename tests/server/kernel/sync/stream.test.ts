import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pollHeads } from '#server/kernel/sync/feed-listener.ts'
import { FeedPokes } from '#server/kernel/sync/feed-pokes.ts'
import { bearer, openWorld, type SignedIn, type World } from '../helpers/world.ts'

let world: World
let doctor: SignedIn
let url: string

beforeAll(async () => {
  world = await openWorld()
  doctor = await world.signIn()
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

interface Reader {
  answer: Response
  /** Waits until the stream has said this. */
  until: (text: string) => Promise<void>
  ended: Promise<void>
  close: () => void
}

async function openStream(base = url, who: SignedIn = doctor): Promise<Reader> {
  const cut = new AbortController()
  const answer = await fetch(`${base}/api/sync/stream`, { headers: bearer(who), signal: cut.signal })
  let said = ''
  const waiting = new Set<() => void>()
  const ended = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      said += decoder.decode(chunk)
      for (const look of waiting) look()
    }
  })().catch(() => {})
  const until = (text: string) =>
    new Promise<void>((found) => {
      const look = () => {
        if (!said.includes(text)) return
        waiting.delete(look)
        found()
      }
      waiting.add(look)
      look()
    })
  return { answer, until, ended, close: () => cut.abort() }
}

async function saveTag(app = world.app, who = doctor): Promise<number> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/test/saveTag',
    headers: { ...bearer(who), 'idempotency-key': uuidv7() },
    payload: { id: randomUUID(), name: 'Poke' },
  })
  return Number(answer.headers['x-feed-position'])
}

test('a write pokes the streams of its client with its position, and of no other client', async () => {
  const stranger = await world.signIn({ clientId: world.otherClientId })
  const [ours, theirs] = [await openStream(), await openStream(url, stranger)]
  const pos = await saveTag()
  await ours.until(`data: ${pos}\n\n`)
  const theirPos = await saveTag(world.app, stranger)
  await theirs.until(`data: ${theirPos}\n\n`)
  ours.close()
  theirs.close()
})

test('a write in another process pokes too', async () => {
  const another = await world.another()
  const otherUrl = await another.listen({ port: 0, host: '127.0.0.1' })
  const stream = await openStream(otherUrl)
  await stream.until(': open')
  const pos = await saveTag()
  await stream.until(`data: ${pos}\n\n`)
  stream.close()
})

test('the listener comes back after its connection was cut', async () => {
  const another = await world.another()
  const stream = await openStream(await another.listen({ port: 0, host: '127.0.0.1' }))
  await world.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen%'`,
  )
  const pos = await saveTag()
  await stream.until(`data: ${pos}\n\n`)
  stream.close()
})

test('where no notice comes, heads are asked for', async () => {
  const pokes = new FeedPokes()
  const heard: number[] = []
  pokes.listen(world.clientId, (pos) => heard.push(pos))
  const pos = await saveTag()
  await pollHeads(world.database.pool, pokes)
  await pollHeads(world.database.pool, pokes)
  expect(heard).toEqual([pos])
})

test('the stream has its own headers and those of every answer', async () => {
  const stream = await openStream()
  expect(stream.answer.status).toBe(200)
  expect(Object.fromEntries(stream.answer.headers)).toMatchObject({
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

test('a stopping server ends its streams at once', async () => {
  const another = await world.another()
  const stream = await openStream(await another.listen({ port: 0, host: '127.0.0.1' }))
  await stream.until(': open')
  const closing = another.close()
  await stream.ended
  await closing
})
