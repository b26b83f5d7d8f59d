import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BASES, type Base } from '#contract/kernel/bases.ts'
import { AGREED_PATHS } from './agreed-paths.ts'
import { type DemoServer, openDemo } from './features/open-demo.ts'

let server: DemoServer
beforeAll(async () => {
  server = await openDemo()
})
afterAll(() => server.close())

const rows = Object.entries(AGREED_PATHS).flatMap(([base, methods]) =>
  Object.entries(methods).flatMap(([method, paths]) =>
    paths.map((path) => ({ base, method: method as 'GET' | 'POST', path })),
  ),
)
const basesOf = (base: string): readonly Base[] => (base === 'both' ? ['api', 'php'] : [base as Base])

/** The server's message for an unknown address. */
const UNKNOWN = 'There is no such address.'

/** Returns what a caller without a session receives at a path of a base. */
async function heardAt(base: Base, method: 'GET' | 'POST', path: string): Promise<unknown> {
  const url = BASES[base].prefix + path.replace(/\{\w+\}/g, randomUUID())
  const { body } = await server.send({ method, url, ...(method === 'POST' && { payload: {} }) })
  return body.message
}

test('the list is complete, and unknown addresses are distinguished from known ones', async () => {
  expect(rows.length).toBe(266)
  expect(await heardAt('api', 'GET', 'user/nobodyAgreedOnThis')).toBe(UNKNOWN)
  expect(await heardAt('php', 'POST', 'master/nobodyAgreedOnThis')).toBe(UNKNOWN)
})

test.each(rows)('$base $method $path is served', async ({ base, method, path }) => {
  for (const one of basesOf(base)) expect(await heardAt(one, method, path), one).not.toBe(UNKNOWN)
})
