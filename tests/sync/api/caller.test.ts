import { expect, test } from 'vitest'
import { authCalls } from '#contract/calls/auth.ts'
import { reportCalls } from '#contract/calls/reports.ts'
import { studyCalls } from '#contract/calls/studies.ts'
import { type CallerPorts, createCaller } from '#src/sync/api/caller.ts'
import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import * as transport from '#src/sync/api/transport.ts'
import { studyId } from '../support/rows.ts'

function start(answer: () => Response | Promise<Response>, change: Partial<CallerPorts> = {}) {
  const seen: { url: string; init: RequestInit }[] = []
  const reached: boolean[] = []
  const ended: string[] = []
  const call = createCaller({
    transport: () => transport,
    fetch: async (url, init) => {
      seen.push({ url, init })
      return answer()
    },
    now: () => new Date('2026-11-21T10:00:00Z'),
    zone: 'Asia/Kolkata',
    credentials: () => ({ token: 'secret', session_id: 'session' }),
    onReach: ({ answered }) => reached.push(answered),
    onSignedOut: ({ token }) => ended.push(token),
    ...change,
  })
  return { call, seen, reached, ended }
}
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })
const headersOf = (seen: { init: RequestInit } | undefined) =>
  Object.fromEntries(new Headers(seen?.init.headers))

test('the main base sends its headers and puts its part of the input into the path', async () => {
  const { call, seen } = start(() => json(200, { result: {} }))
  await call(studyCalls.rowDetail, { id: studyId(1) })
  expect(seen[0]?.url).toBe(`/api/study/rowDetail/${studyId(1)}`)
  expect(headersOf(seen[0])).toMatchObject({
    authorization: 'Bearer secret',
    'x-session-id': 'session',
    'x-utc-offset': '330',
    'x-time-zone': 'Asia/Kolkata',
  })
})

test('the second base sends its own headers', async () => {
  const { call, seen } = start(() => json(200, { result: {} }))
  await call(reportCalls.reportDetail, { id: studyId(1) })
  expect(seen[0]?.url).toBe(`/phpapi/index.php/reportDetail/${studyId(1)}`)
  expect(headersOf(seen[0])).toMatchObject({ token: 'secret', 'local-date-time': '2026-11-21T15:30:00' })
})

test('a command id and a base revision travel as headers', async () => {
  const { call, seen } = start(() => json(200, {}))
  await call(authCalls.logout, {}, { commandId: 'command', baseRev: 7 })
  expect(headersOf(seen[0])).toMatchObject({ 'idempotency-key': 'command', 'if-match': '"7"' })
})

test('a last call outlives its page and is sent before the page closes', async () => {
  const { call, seen } = start(() => json(200, {}))
  void call(authCalls.logout, {}, { keepalive: true })
  // Runs only as far as an unloading page: anything that waits for a timer or a message is not done.
  for (let step = 0; step < 100; step++) await Promise.resolve()
  expect(seen[0]?.init.keepalive).toBe(true)
})

test('other calls are cancelled with their page', async () => {
  const { call, seen } = start(() => json(200, {}))
  await call(authCalls.logout, {})
  expect(seen[0]?.init.keepalive ?? false).toBe(false)
})

test('a refusal by the server is an ApiError with its code, fields and message', async () => {
  const body = { message: 'No.', code: 'invalid', fields: { status: 'must be one' } }
  const { call, reached } = start(() => json(400, body))
  const error = await call(authCalls.logout, {}).catch((problem: unknown) => problem)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 400,
    code: 'invalid',
    fields: { status: 'must be one' },
    message: 'No.',
  })
  expect(reached).toEqual([true])
})

test.each([
  ['no network', () => Promise.reject(new TypeError('fetch failed'))],
  ['the page of a hotel', () => new Response('<html>Welcome</html>', { status: 200 })],
  ['a gateway without its server', () => new Response('Bad gateway', { status: 502 })],
  ['a refusal of somebody else', () => json(404, { error: 'not here' })],
])('%s is not a response of our server', async (_, answer) => {
  const { call, reached } = start(answer)
  await expect(call(authCalls.logout, {})).rejects.toThrow(OfflineError)
  expect(reached).toEqual([false])
})

test('an unknown code of a newer server is a refusal with its message if the response is marked as the server’s', async () => {
  const body = {
    message: 'This needs a second opinion.',
    code: 'opinion_needed',
    fields: { opinion: 'is required' },
  }
  const { call, reached } = start(() => json(422, body, { 'x-refusal': 'opinion_needed' }))
  const error = await call(authCalls.logout, {}).catch((problem: unknown) => problem)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 422, code: 'refused', message: body.message, fields: body.fields })
  expect(reached).toEqual([true])
  const stranger = start(() => json(422, body, { 'x-refusal': 'something_else' }))
  await expect(stranger.call(authCalls.logout, {})).rejects.toThrow(OfflineError)
})

test('a gateway can set the retry delay', async () => {
  const { call } = start(() => new Response('', { status: 503, headers: { 'retry-after': '7' } }))
  const error = await call(authCalls.logout, {}).catch((problem: unknown) => problem)
  expect(error).toMatchObject({ retryAfterMs: 7_000 })
})

test('403 ends the session of the call, and no other status does', async () => {
  const over = start(() => json(403, { message: 'over', code: 'signed_out' }))
  await expect(over.call(authCalls.logout, {})).rejects.toThrow(ApiError)
  expect(over.ended).toEqual(['secret'])
  const refused = start(() => json(422, { message: 'no', code: 'not_permitted' }))
  await expect(refused.call(authCalls.logout, {})).rejects.toThrow(ApiError)
  expect(refused.ended).toEqual([])
  const public403 = start(() => json(403, { message: 'over', code: 'signed_out' }), {
    credentials: () => undefined,
  })
  await expect(public403.call(authCalls.logout, {})).rejects.toThrow(ApiError)
  expect(public403.ended).toEqual([])
})

test('a call cancelled by its caller has no effect on the network state', async () => {
  const asked = new AbortController()
  const { call, reached } = start(() => {
    asked.abort()
    throw new DOMException('given up', 'AbortError')
  })
  await expect(call(authCalls.logout, {}, { signal: asked.signal })).rejects.toThrow('given up')
  expect(reached).toEqual([])
})
