import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { BASES } from '#contract/kernel/bases.ts'
import type { AnyCall } from '#contract/kernel/define-call.ts'
import { CALLS } from '#contract/registry.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/kernel/config.ts'
import { routesOf } from '#server/kernel/http/call-routes.ts'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/database/test-database.ts'

let opened: TestDatabase
let app: FastifyInstance
const dataDir = mkdtempSync(join(tmpdir(), 'readroom-app-'))

beforeAll(async () => {
  opened = await openTestDatabase()
  const config = { ...readConfig({}), dataDir }
  app = await buildApp({ config, database: opened.database })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await opened.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const calls = [...CALLS.values()]
const routes = calls.flatMap((call) => routesOf(call).map((route) => ({ ...route, call, key: call.key })))

test('the walk sees the calls of the contract', () => {
  expect(calls.length, 'the registry must list every group of contract/calls').toBeGreaterThan(20)
})

test.each(routes)('$key is mounted at $url', ({ call, url }) => {
  expect(
    app.hasRoute({ method: call.method, url }),
    `${call.key} has no route: mount its group with serveCalls in server/app.ts`,
  ).toBe(true)
})

test.each(routes.filter(({ call }) => call.access !== 'public'))(
  '$key refuses at $url without a session',
  async ({ call, url, base }) => {
    const filled = url.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000')
    const answer = await app.inject({
      method: call.method,
      url: filled,
      payload: call.method === 'POST' ? {} : undefined,
    })
    expect([answer.statusCode, answer.json()]).toEqual([403, BASES[base].signedOut])
  },
)

test.each(calls)('$key takes one flat object and names unknown fields', (call: AnyCall) => {
  const known = Object.keys((call.input as unknown as { shape: object }).shape)
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  expect(known, 'a path parameter must be a field of the input').toEqual(expect.arrayContaining(inPath))
  const parsed = z.safeParse(call.input, { not_a_field: 1 })
  const unknown = parsed.error?.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : [],
  )
  expect(unknown, 'inputs are z.strictObject, so that unknown fields are refused by name').toEqual([
    'not_a_field',
  ])
})

test('the file calls also refuse without a session', async () => {
  const upload = await app.inject({ method: 'POST', url: '/api/file/upload' })
  const file = await app.inject({ url: '/api/file/00000000-0000-7000-8000-000000000000' })
  const stream = await app.inject({ url: '/api/sync/stream' })
  expect([upload.statusCode, file.statusCode, stream.statusCode]).toEqual([403, 403, 403])
})

test('the server reports its health', async () => {
  const answer = await app.inject({ url: '/healthz' })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { status: 'ok', database: 'answers', jobs: 'running', version: expect.stringMatching(/^\d+\./) },
  ])
})

test('outside the demo the docs require a session, both page and document', async () => {
  for (const url of ['/api/docs/', '/api/docs/openapi.json', '/api/docs/openapi.yaml']) {
    const answer = await app.inject({ url })
    expect([url, answer.statusCode]).toEqual([url, 403])
    expect(answer.body).not.toContain('saveReport')
  }
})

test('every other response has the usual content policy', async () => {
  const hello = await app.inject({ url: '/api/sync/hello' })
  expect(hello.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';")
  expect(hello.json()).toMatchObject({ min_client: '0.1.0', epoch: expect.any(String) })
})
