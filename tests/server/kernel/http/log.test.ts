import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { loggedError } from '#server/kernel/http/log.ts'
import { bearer, openWorld, type SignedIn, type World } from '../helpers/world.ts'

let world: World
let doctor: SignedIn
let log = ''

beforeAll(async () => {
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      log += chunk.toString()
      done()
    },
  })
  world = await openWorld({ logger: { level: 'info', stream } })
  doctor = await world.signIn()
})
afterAll(() => world.close())

const lines = () =>
  log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('a call is one line: which call, which user, its result, its duration', async () => {
  log = ''
  await world.app.inject({ url: '/api/test/who', headers: bearer(doctor) })
  expect(lines()).toEqual([
    expect.objectContaining({
      msg: 'call',
      call: 'test/who',
      client: world.clientId,
      user: doctor.userId,
      status: 200,
      ms: expect.any(Number),
      reqId: expect.any(String),
    }),
  ])
})

test('no line contains sent, requested or stored data, or the token', async () => {
  log = ''
  const secret = 'Anna-Patient'
  const ways = [
    { url: `/api/test/tag/${secret}` },
    { url: `/api/test/who?name=${secret}` },
    { url: `/login/${secret}/${secret}` },
    { url: '/api/test/broken?how=throws' },
    { url: '/api/test/broken?how=database' },
    { url: '/api/test/broken?how=shape' },
    { method: 'POST' as const, url: '/api/test/saveTag', payload: { id: secret, name: secret, [secret]: 1 } },
    {
      method: 'POST' as const,
      url: '/api/test/saveTag',
      payload: `{"name": "${secret}`,
      type: 'application/json',
    },
    { url: `/${secret}.js` },
    { url: `/api/test/tag/%E0%A4%A?${secret}` },
  ]
  for (const { type, ...way } of ways.map((one) => ({ type: undefined, ...one })))
    await world.app.inject({
      ...way,
      headers: { ...bearer(doctor), ...(type ? { 'content-type': type } : {}) },
    })
  expect(lines().filter(({ msg }) => msg === 'failed')).toHaveLength(3)
  // A TypeError's message is kept: it names code, not records. The test's handler throws it artificially.
  for (const hidden of [secret, 'Anna Patient', doctor.token])
    expect(log.replaceAll('Anna Patient is not a function', '')).not.toContain(hidden)
})

test('an error that quotes values is logged without its text but with its location', () => {
  const database = Object.assign(new Error('Key (pat_id)=(Anna) already exists.'), {
    severity: 'ERROR',
    code: '23505',
    table: 'study',
    constraint: 'study_pkey',
    detail: 'Anna',
  })
  expect(loggedError(database)).toEqual({
    type: 'Error',
    code: '23505',
    table: 'study',
    constraint: 'study_pkey',
    at: expect.stringContaining('log.test.ts'),
  })
  const schema = z.safeParse(z.object({ pat: z.object({ name: z.int() }) }), { pat: { name: 'Anna' } }).error
  expect(loggedError(schema).issues).toEqual(['pat.name: invalid_type'])
  const json = (() => {
    try {
      return JSON.parse('Anna')
    } catch (error) {
      return error
    }
  })()
  for (const error of [database, schema, json, 'Anna'])
    expect(JSON.stringify(loggedError(error))).not.toContain('Anna')
  expect(loggedError(new RangeError('too many'))).toMatchObject({ type: 'RangeError', message: 'too many' })
})
