import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hello } from '#contract/calls/hello.ts'
import { reportCalls } from '#contract/calls/reports.ts'
import { studyCalls } from '#contract/calls/studies.ts'
import { askFile } from '#src/sync/api/ask-file.ts'
import { ApiError, callApi, OfflineError } from '#src/sync/api/call-api.ts'
import { callBare } from '#src/sync/api/call-bare.ts'
import { callFromWorker } from '#src/sync/api/call-from-worker.ts'
import { headersOf } from '#src/sync/api/headers.ts'
import { LinkDoor } from '#src/sync/api/link-door.ts'
import { loadTransport } from '#src/sync/api/load-transport.ts'
import { contact$, reach$ } from '#src/sync/api/reach.ts'
import { ask } from '#src/sync/api/transport.ts'
import { setSession, whenRightsChange, whenSessionEnds } from '#src/sync/session/session-state.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { memoryStorage } from '#tests/helpers/page/page-globals.ts'
import { studyId } from '../support/rows.ts'

const sent: { url: string; init: RequestInit }[] = []
const heard: string[] = []
let answer: () => Response | Promise<Response>
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const headersSent = () => new Headers(sent.at(-1)?.init.headers)
const watching = [
  reach$.subscribe(({ answered }) => heard.push(answered ? 'reached' : 'not reached')),
  contact$.subscribe(() => heard.push('contact')),
]

beforeEach(() => {
  sent.length = heard.length = 0
  answer = () => json(200, { result: {} })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return answer()
  })
  setSession(sessionFields({ time_zone: 'Asia/Tokyo' }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  setSession(undefined)
  whenSessionEnds(() => undefined)
  whenRightsChange(async () => undefined)
  if (watching.some(({ closed }) => closed)) throw new Error('a signal ended')
})

const detail = { id: studyId(1) }
const anyCall = () => callApi(studyCalls.rowDetail, detail)

test('a call of a page carries its session, now and the zone of its branches, and is heard as contact', async () => {
  expect(await anyCall()).toEqual({ result: {} })
  expect(headersSent().get('authorization')).toBe('Bearer token-of-asha')
  expect(headersSent().get('x-time-zone')).toBe('Asia/Tokyo')
  expect(headersSent().get('x-utc-offset')).toBe('540')
  expect(heard).toEqual(['reached', 'contact'])
})

test('an answer to a call that needs no session is no contact of one', async () => {
  await callApi(hello, {})
  expect(heard).toEqual(['reached'])
})

test('a refusal keeps what the server said', async () => {
  answer = () =>
    json(409, { message: 'No.', code: 'conflict', fields: { name: 'taken' }, current: { rev: 2 } })
  const refused = await anyCall().catch((error: unknown) => error)
  expect(refused).toMatchObject({
    name: 'ApiError',
    status: 409,
    code: 'conflict',
    fields: { name: 'taken' },
    body: { current: { rev: 2 } },
  })
})

test('a 403 ends the session of the page', async () => {
  const ends: string[] = []
  whenSessionEnds(({ code }) => ends.push(code))
  answer = () => json(403, { message: 'over', code: 'signed_out' })
  await expect(anyCall()).rejects.toBeInstanceOf(ApiError)
  expect(ends).toEqual(['signed_out'])
})

test("a module that was switched off makes the page ask for its rights, and a failure of that is nobody's error", async () => {
  let renewals = 0
  whenRightsChange(async () => {
    renewals += 1
    throw new Error('no network')
  })
  answer = () => json(409, { message: 'off', code: 'module_off' })
  await expect(anyCall()).rejects.toMatchObject({ code: 'module_off' })
  await new Promise((done) => setTimeout(done))
  expect(renewals).toBe(1)
})

test('a call without a session carries none and is heard by nobody', async () => {
  await callBare(hello, {})
  expect(headersSent().get('authorization')).toBeNull()
  expect(headersSent().get('x-utc-offset')).toBe(String(-new Date().getTimezoneOffset()))
  answer = () => Promise.reject(new TypeError('no network'))
  await expect(callBare(hello, {})).rejects.toBeInstanceOf(OfflineError)
  expect(heard).toEqual([])
})

test('the service worker calls without a session and loads nothing for it', async () => {
  expect(await callFromWorker(hello, {})).toEqual({ result: {} })
  expect(headersSent().get('authorization')).toBeNull()
  expect(heard).toEqual([])
})

test('without a session the headers say only when and where', () => {
  const at = new Date('2026-11-21T10:00:00Z')
  expect(headersOf('api', undefined, at, 'Asia/Kolkata')).toEqual({
    'x-utc-offset': '330',
    'x-time-zone': 'Asia/Kolkata',
  })
})

test('the time limit of a call is counted until the last byte of its answer', async () => {
  answer = () => new Promise(() => undefined)
  await expect(callApi(studyCalls.rowDetail, detail, { timeoutMs: 20 })).rejects.toThrow(OfflineError)
})

test('an unreachable server is named so, and is asked once', async () => {
  answer = () => Promise.reject(new TypeError('no network'))
  const failed = await anyCall().catch((error: unknown) => error)
  expect(failed).toMatchObject({ name: 'OfflineError', message: 'The server cannot be reached now.' })
  await new Promise((done) => setTimeout(done, 1_200))
  expect(sent).toHaveLength(1)
  expect(heard).toEqual(['not reached'])
})

test('the code that sends is loaded once', async () => {
  expect(await loadTransport()).toBe(await loadTransport())
  expect((await loadTransport()).ask).toBe(ask)
})

const aFile = (signal = new AbortController().signal) =>
  askFile('php', reportCalls.reportDetail.path, { id: 'one' }, signal)

test('a file comes as it is, however long it takes', async () => {
  answer = async () => {
    await new Promise((done) => setTimeout(done, 30))
    return new Response('%PDF')
  }
  expect(await (await aFile()).text()).toBe('%PDF')
  expect(sent[0]?.init).toMatchObject({ method: 'POST', body: '{"id":"one"}' })
  expect(headersSent().get('content-type')).toBe('application/json')
  expect(headersSent().get('token')).toBe('token-of-asha')
})

test('a refused file is the refusal, and a 403 ends the session', async () => {
  const ends: string[] = []
  whenSessionEnds(({ code }) => ends.push(code))
  answer = () => json(404, { message: 'gone', code: 'not_found' })
  await expect(aFile()).rejects.toMatchObject({ status: 404, code: 'not_found' })
  expect(ends).toEqual([])
  answer = () => json(403, { message: 'over', code: 'signed_out' })
  await expect(aFile()).rejects.toMatchObject({ status: 403 })
  expect(ends).toEqual(['signed_out'])
})

test('a refused file without a session ends none', async () => {
  const ends: string[] = []
  whenSessionEnds(({ code }) => ends.push(code))
  setSession(undefined)
  answer = () => json(403, { message: 'over', code: 'signed_out' })
  await expect(aFile()).rejects.toMatchObject({ status: 403 })
  expect(ends).toEqual([])
})

test('another page in the place of a file, and no answer, are both no connection', async () => {
  answer = () => new Response('<html>', { status: 502 })
  await expect(aFile()).rejects.toBeInstanceOf(OfflineError)
  answer = () => Promise.reject(new TypeError('no network'))
  await expect(aFile()).rejects.toBeInstanceOf(OfflineError)
  expect(heard).toEqual(['not reached'])
})

test('a file that its reader no longer waits for says nothing about the network', async () => {
  const stopping = new AbortController()
  answer = () => {
    stopping.abort()
    return Promise.reject(stopping.signal.reason as Error)
  }
  await expect(aFile(stopping.signal)).rejects.toMatchObject({ name: 'AbortError' })
  expect(heard).toEqual([])
})

test('a tab remembers which session of a link it continues, by page', () => {
  const kept = memoryStorage()
  vi.stubGlobal('sessionStorage', kept)
  const [one, other] = [new LinkDoor('consent'), new LinkDoor('booklet')]
  expect(one.find()).toBeUndefined()
  one.keep('first')
  expect([one.find(), other.find()]).toEqual(['first', undefined])
  one.forget()
  expect(one.find()).toBeUndefined()
})
