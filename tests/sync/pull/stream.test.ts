import { expect, test } from 'vitest'
import { type Poke, readStream } from '#src/sync/pull/stream.ts'

/** Opens a stream to which the test writes. */
function openStream(status = 200) {
  let write: (text: string) => void = () => undefined
  let end: () => void = () => undefined
  let fail: (error: unknown) => void = () => undefined
  let seen: { url: string; init: RequestInit } | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      write = (text) => controller.enqueue(new TextEncoder().encode(text))
      end = () => controller.close()
      fail = (error) => controller.error(error)
    },
  })
  const fetch = async (url: string, init: RequestInit) => {
    seen = { url, init }
    // Like a browser: an abort ends the body with an error.
    init.signal?.addEventListener('abort', () => fail(init.signal?.reason))
    return new Response(body, { status })
  }
  return { fetch, write: (text: string) => write(text), end: () => end(), seen: () => seen }
}

function portsOf(fetch: (url: string, init: RequestInit) => Promise<Response>, silenceMs = 5_000) {
  const pokes: (Poke | undefined)[] = []
  const ports = {
    fetch,
    credentials: () => ({ token: 'secret', session_id: 's' }),
    now: () => new Date(0),
    zone: 'UTC',
    onPoke: (poke?: Poke) => pokes.push(poke),
    silenceMs,
  }
  return { ports, pokes }
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 10))

test('opening counts as a poke, and so does each position, even one that arrives in pieces', async () => {
  const stream = openStream()
  const { ports, pokes } = portsOf(stream.fetch)
  const reading = readStream(ports, new AbortController().signal)
  await soon()
  expect(pokes).toHaveLength(1)
  stream.write(': here\n\n')
  stream.write('data: 12\n\ndata: 1')
  await soon()
  expect(pokes).toHaveLength(2)
  stream.write('3\n\n')
  await soon()
  expect(pokes).toHaveLength(3)
  stream.end()
  await reading
})

test('a poke names its subject; the opening and an earlier server name none', async () => {
  const stream = openStream()
  const { ports, pokes } = portsOf(stream.fetch)
  const reading = readStream(ports, new AbortController().signal)
  await soon()
  stream.write('data: 7\n\ndata: 12 client visits:one\n\n')
  await soon()
  expect(pokes).toEqual([undefined, undefined, { pos: 12, scopes: ['client', 'visits:one'] }])
  stream.end()
  await reading
})

test('the token is sent in a header and never in the address', async () => {
  const stream = openStream()
  const { ports } = portsOf(stream.fetch)
  const reading = readStream(ports, new AbortController().signal)
  await soon()
  expect(stream.seen()?.url).not.toContain('secret')
  expect(new Headers(stream.seen()?.init.headers).get('authorization')).toBe('Bearer secret')
  stream.end()
  await reading
})

test('a silent stream is closed', async () => {
  const stream = openStream()
  const { ports } = portsOf(stream.fetch, 30)
  await Promise.race([
    readStream(ports, new AbortController().signal).catch(() => undefined),
    new Promise((_, reject) => setTimeout(() => reject(new Error('it was not given up')), 3_000)),
  ])
})

test('a stream that cannot be opened reports the failure', async () => {
  const { ports, pokes } = portsOf(openStream(503).fetch)
  await expect(readStream(ports, new AbortController().signal)).rejects.toThrow('503')
  expect(pokes).toEqual([])
})
