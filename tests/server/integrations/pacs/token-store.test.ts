import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TokenQuestion } from '#server/integrations/pacs/oauth-token.ts'
import { createTokenStore } from '#server/integrations/pacs/token-store.ts'
import { LOOPBACK_WAY_OUT } from '#tests/helpers/network/way-out.ts'

const NOBODY = { certificate: '', key: '', ca: '' }
let giver: Server
let question: TokenQuestion
/** The next answer: tokens are numbered from 1. */
const state = { given: 0, status: 200, lifetime: 100 as unknown }

beforeAll(async () => {
  giver = createServer((request, response) => {
    request.resume()
    state.given++
    const answer = { access_token: `t${state.given}`, expires_in: state.lifetime }
    response.writeHead(state.status).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(giver, 'listening')
  question = {
    tokenUrl: `http://127.0.0.1:${(giver.address() as AddressInfo).port}/token`,
    clientId: 'us',
    clientSecret: 'word',
    scope: '',
    by: 'client_secret_basic',
    identity: NOBODY,
    ownerId: 'ours',
    tls: undefined,
    out: LOOPBACK_WAY_OUT,
  }
})
afterAll(() => void giver.close())
beforeEach(() => Object.assign(state, { given: 0, status: 200, lifetime: 100 }))

const { signal } = new AbortController()

test('simultaneous callers get one token from one request', async () => {
  const take = createTokenStore()
  const taken = await Promise.all(Array.from({ length: 20 }, () => take(question, { signal })))
  expect(new Set(taken)).toEqual(new Set(['t1']))
  // All of them report the same refused token; it is renewed once.
  const renewed = await Promise.all(
    Array.from({ length: 20 }, () => take(question, { refused: 't1', signal })),
  )
  expect(new Set(renewed)).toEqual(new Set(['t2']))
  // A late caller with the old token gets the new one.
  expect(await take(question, { refused: 't1', signal })).toBe('t2')
})

test.each([
  [100, 89_000, 91_000],
  ['100', 89_000, 91_000],
  [3_600, 3_569_000, 3_571_000],
  [undefined, 269_000, 271_000],
  [-5, 269_000, 271_000],
  [10_000_000, 86_369_000, 86_371_000],
])('a token of %s seconds is kept until shortly before its end', async (lifetime, still, over) => {
  const clock = { now: 1_000_000 }
  const take = createTokenStore(() => clock.now)
  state.lifetime = lifetime
  await take(question, { signal })
  clock.now = 1_000_000 + still
  expect(await take(question, { signal })).toBe('t1')
  clock.now = 1_000_000 + over
  expect(await take(question, { signal })).toBe('t2')
})

test('each client, id, secret, scope, method, certificate, key and authority has its own token', async () => {
  const take = createTokenStore()
  const changes = [
    {},
    { clientId: 'others' },
    { clientSecret: 'x' },
    { scope: 'read' },
    { by: 'client_secret_post' as const },
    { identity: { ...NOBODY, certificate: 'PEM' } },
    { identity: { ...NOBODY, key: 'PEM' } },
    { identity: { ...NOBODY, ca: 'PEM' } },
    { ownerId: 'another client' },
  ]
  for (const change of changes) await take({ ...question, ...change }, { signal })
  expect(state.given).toBe(changes.length)
})

test('a failure is not stored, and a caller that cancels stops nobody else', async () => {
  const take = createTokenStore()
  state.status = 500
  await expect(take(question, { signal })).rejects.toThrow('The token address answers with error 500.')
  state.status = 200
  const leaving = new AbortController()
  const [left, stayed] = [take(question, { signal: leaving.signal }), take(question, { signal })]
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  expect(await stayed).toBe('t2')
  expect(state.given).toBe(2)
})
