import fastify from 'fastify'
import { expect, test } from 'vitest'
import { CALLS } from '#contract/registry.ts'
import { serveDocs } from '#server/kernel/openapi/docs-page.ts'

test('the page at /api/docs runs only its own scripts, named by hash', async () => {
  const app = fastify()
  await serveDocs(app, CALLS.values(), '1.2.3')
  const page = await app.inject('/api/docs/')
  const policy = String(page.headers['content-security-policy'])
  expect(page.statusCode).toBe(200)
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'/)
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
  await app.close()
})

test('the document beside the page names every call', async () => {
  const app = fastify()
  await serveDocs(app, CALLS.values(), '1.2.3')
  const { paths } = (await app.inject('/api/docs/openapi.json')).json<{ paths: Record<string, unknown> }>()
  expect(Object.keys(paths)).toContain('/phpapi/index.php/saveReport')
  await app.close()
})

test('the document is built on request, and once', async () => {
  const app = fastify()
  let asked = 0
  const counted = {
    *[Symbol.iterator]() {
      asked += 1
      yield* CALLS.values()
    },
  }
  await serveDocs(app, counted, '1.2.3')
  await app.ready()
  expect(asked).toBe(0)
  const first = await app.inject('/api/docs/openapi.json')
  const second = await app.inject('/api/docs/openapi.json')
  expect(asked).toBe(1)
  expect(second.body).toBe(first.body)
  await app.close()
})
