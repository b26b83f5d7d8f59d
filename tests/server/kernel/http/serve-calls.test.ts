import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, openWorld, type SignedIn, type World } from '../helpers/world.ts'

let world: World
let doctor: SignedIn

beforeAll(async () => {
  world = await openWorld()
  doctor = await world.signIn()
})
afterAll(() => world.close())

const save = (payload: object, headers: Record<string, string> = bearer(doctor)) =>
  world.app.inject({ method: 'POST', url: '/api/test/saveTag', headers, payload })

const askVariants = (payload: object) =>
  world.app.inject({ method: 'POST', url: '/api/test/variants', headers: bearer(doctor), payload })

const sendRaw = async (payload: string, type = 'application/json') => {
  const headers = { ...bearer(doctor), 'content-type': type }
  const answer = await world.app.inject({ method: 'POST', url: '/api/test/saveTag', headers, payload })
  return [answer.statusCode, answer.json().code]
}

const askCompressed = (uid: string) =>
  world.app.inject({
    method: 'POST',
    url: '/api/test/variants',
    headers: { ...bearer(doctor), 'accept-encoding': 'gzip' },
    payload: { uid },
  })

test('a call is served on each of its bases, with the token header of either', async () => {
  for (const prefix of ['/api/', '/phpapi/index.php/'])
    for (const headers of [bearer(doctor), { token: doctor.token }]) {
      const answer = await world.app.inject({ url: `${prefix}test/who`, headers })
      expect([prefix, answer.statusCode, answer.json()]).toEqual([
        prefix,
        200,
        { result: { name: 'Dr. Test', zone: 'UTC' } },
      ])
    }
})

test('a call of one base is not served on the other', async () => {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/phpapi/index.php/test/variants',
    headers: bearer(doctor),
  })
  expect(answer.statusCode).toBe(404)
})

test('without a session every base returns 403, and the second one adds loggedOut', async () => {
  const api = await world.app.inject({ url: '/api/test/who' })
  const php = await world.app.inject({ url: '/phpapi/index.php/test/who' })
  expect([api.statusCode, api.json()]).toEqual([
    403,
    { message: 'Your session has ended. Sign in again.', code: 'signed_out' },
  ])
  expect([php.statusCode, php.json()]).toEqual([
    403,
    { message: 'Your session has ended. Sign in again.', code: 'signed_out', loggedOut: 1 },
  ])
})

test('the session is checked before the body is read', async () => {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/test/saveTag',
    headers: { 'content-type': 'application/json' },
    payload: '{ not json',
  })
  expect(answer.statusCode).toBe(403)
})

test('a missing permission is 422 not_permitted, before the record is looked up', async () => {
  const url = `/phpapi/index.php/test/guarded/${randomUUID()}`
  const answer = await world.app.inject({ method: 'POST', url, headers: bearer(doctor) })
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'not_permitted'])
  const verifier = await world.signIn({ modules: ['verify_report'] })
  const allowed = await world.app.inject({ method: 'POST', url, headers: bearer(verifier) })
  expect(allowed.statusCode).toBe(200)
})

test('unknown fields are refused by name, invalid ones with the broken rule', async () => {
  const answer = await save({ id: 'x', name: '', colour: 'red', size: 3 })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    code: 'invalid',
    fields: {
      id: 'must be an id',
      name: 'is required',
      colour: 'is not a known field',
      size: 'is not a known field',
    },
  })
})

test('a malformed id in the path is 400 naming its field, whatever its length', async () => {
  for (const id of ['7', 'x'.repeat(600), '%27%20or%201=1', randomUUID().toUpperCase()]) {
    const answer = await world.app.inject({ url: `/api/test/tag/${id}`, headers: bearer(doctor) })
    expect([id, answer.statusCode, answer.json().fields]).toEqual([id, 400, { id: 'must be an id' }])
  }
})

test('an address that cannot be decoded is malformed', async () => {
  const answer = await world.app.inject({ url: '/api/test/tag/%E0%A4%A', headers: bearer(doctor) })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed'])
  // With this header, an app that is older than its server recognizes the code as the server's.
  expect(answer.headers['x-refusal']).toBe('malformed')
})

test('a record of another client is not found', async () => {
  const id = randomUUID()
  expect((await save({ id, name: 'Ours' })).statusCode).toBe(200)
  const stranger = await world.signIn({ clientId: world.otherClientId })
  const own = await world.app.inject({ url: `/api/test/tag/${id}`, headers: bearer(doctor) })
  const foreign = await world.app.inject({ url: `/api/test/tag/${id}`, headers: bearer(stranger) })
  expect([own.statusCode, foreign.statusCode, foreign.json().code]).toEqual([200, 404, 'not_found'])
})

test('the variants of a name are equivalent', async () => {
  const branch = randomUUID()
  const renamed = await askVariants({ branch, is_radiology: 1, screen_uid: 'q' })
  expect(renamed.json()).toEqual({ result: { branch_id: branch, isradiology: 1, uid: 'q' } })
  const plain = await askVariants({ branch_id: branch, isradiology: 1, uid: 'q' })
  expect(plain.json()).toEqual(renamed.json())
  const twice = await askVariants({ branch, branch_id: randomUUID() })
  expect([twice.statusCode, twice.json().fields]).toEqual([400, { branch: 'is not a known field' }])
})

test('a field missing from the response schema is never sent', async () => {
  const id = randomUUID()
  await save({ id, name: 'Plain' })
  const answer = await world.app.inject({ url: `/api/test/tag/${id}?n=5`, headers: bearer(doctor) })
  expect(answer.json()).toEqual({ result: { id, rev: 1, name: 'Plain' } })
})

test('text that the database cannot store is refused by its field', async () => {
  for (const name of ['a\0b', '\ud800'])
    expect((await save({ id: randomUUID(), name })).json().fields).toEqual({
      name: 'holds a character that cannot be stored',
    })
})

test('an unexpected error is 500 internal and reveals nothing', async () => {
  for (const how of ['throws', 'shape', 'database']) {
    const answer = await world.app.inject({ url: `/api/test/broken?how=${how}`, headers: bearer(doctor) })
    expect([how, answer.statusCode]).toEqual([how, 500])
    expect(answer.json()).toEqual({
      message: 'Something went wrong here. Nothing was lost.',
      code: 'internal',
    })
  }
})

test('a body over the limit is too_large and unreadable JSON is malformed', async () => {
  const large = await save({ id: randomUUID(), name: 'x'.repeat(2_200_000) })
  expect([large.statusCode, large.json().code]).toEqual([413, 'too_large'])
  expect(await sendRaw('{"id":')).toEqual([400, 'malformed'])
  expect(await sendRaw('[1]')).toEqual([400, 'malformed'])
  expect(await sendRaw('"text"')).toEqual([400, 'malformed'])
  expect(await sendRaw('{"__proto__":{"x":1}}')).toEqual([400, 'malformed'])
  expect(await sendRaw(`{"id":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toEqual([400, 'malformed'])
  expect(await sendRaw('<xml/>', 'text/xml')).toEqual([400, 'malformed'])
})

test('an empty body is an empty input', async () => {
  const headers = { ...bearer(doctor), 'content-type': 'application/json' }
  const answer = await world.app.inject({ method: 'POST', url: '/api/test/variants', headers, payload: '' })
  expect(answer.json()).toEqual({ result: {} })
})

test('a public call needs no session and does not run inside its own transaction', async () => {
  const answer = await world.app.inject({ method: 'POST', url: '/api/test/open', payload: {} })
  expect(answer.json()).toEqual({ result: { address: '127.0.0.1', inTransaction: true } })
  const unknown = await world.app.inject({ method: 'POST', url: '/api/test/open', payload: { words: 'x' } })
  expect(unknown.json().fields).toEqual({ words: 'is not a known field' })
})

test('responses are never stored by a cache', async () => {
  const answer = await world.app.inject({ url: '/api/test/who', headers: bearer(doctor) })
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('a long response is compressed for clients that accept it, a short one is not', async () => {
  const long = await askCompressed('x'.repeat(5000))
  expect([long.headers['content-encoding'], long.rawPayload.length < 500]).toEqual(['gzip', true])
  expect(JSON.parse(gunzipSync(long.rawPayload).toString())).toEqual({ result: { uid: 'x'.repeat(5000) } })
  expect((await askCompressed('x')).headers['content-encoding']).toBeUndefined()
})

test('an unknown address of either base is a 404 in JSON', async () => {
  for (const url of ['/api/nothing', '/phpapi/index.php/nothing', '/phpapi/', '/api']) {
    const answer = await world.app.inject({ url, headers: { accept: 'text/html' } })
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not_found'])
  }
})
