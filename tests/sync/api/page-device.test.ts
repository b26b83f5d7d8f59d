import { afterEach, expect, test } from 'vitest'
import { setPageDevice } from '#src/sync/api/page-device.ts'
import { askJson, type Question } from '#src/sync/api/transport.ts'

afterEach(() => setPageDevice(undefined))

const sent: Headers[] = []
const fetch = async (_: string, init: RequestInit) => {
  sent.push(new Headers(init.headers))
  return new Response('{}', { headers: { 'x-signed-note': 'a note' } })
}
const question = (method: 'GET' | 'POST'): Question => ({
  base: 'api',
  path: 'one',
  method,
  headers: () => ({}),
  timeoutMs: 1_000,
  ...(method === 'POST' && { body: '{}' }),
})

test('a page sends the history that it was read from, and its device keeps the record of each command', async () => {
  const notes: string[] = []
  setPageDevice({ history: () => 'first', keepNote: (text) => notes.push(text) })
  await askJson(fetch, question('POST'))
  await askJson(fetch, question('GET'))
  expect(sent.map((headers) => headers.get('x-history'))).toEqual(['first', null])
  expect(notes).toEqual(['a note', 'a note'])
})

test('nothing is sent or stored without a device', async () => {
  sent.length = 0
  await askJson(fetch, question('POST'))
  expect(sent[0]?.get('x-history')).toBeNull()
})
