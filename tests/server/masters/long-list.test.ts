import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { service } from '#contract/masters/service.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { findSession } from '#server/kernel/auth/session-store.ts'
import type { Caller } from '#server/kernel/context.ts'
import { hooked } from '#server/masters/hooks.ts'
import { selectPage } from '#server/masters/store.ts'
import { askAdmin } from '../features/look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../features/open-demo.ts'

const SERVICES = 20_000

let server: DemoServer
let admin: ApiUser
let caller: Caller

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  const found = await findSession(server.db.database.pool, admin.token, server.clock.now)
  if (!found) throw new Error('not signed in')
  caller = { ...found.caller, timeZone: 'UTC' }
  await askAdmin(
    server,
    `insert into service (client_id, id, department_id, name, code, charges)
     select $1, gen_random_uuid(), d.id, 'Long list ' || md5(g::text), 'L' || g, g
     from generate_series(1, $2::int) g, (select id from department where name = 'CT') d`,
    [SANJEEVANI.id, SERVICES],
  )
  await askAdmin(server, 'vacuum analyze service')
})
afterAll(() => server?.close())

interface Sent {
  text: string
  values: unknown[]
}

/** Returns PostgreSQL's plan for the first statement of the list, which reads the page. */
async function planOfPage(filters: Record<string, string>): Promise<string> {
  const page = await server.db.database.tenant(SANJEEVANI.id, async (tx) => {
    const watch = vi.spyOn(Client.prototype, 'query')
    await selectPage(tx, hooked(service), caller, { p: 1, ps: 25, ...filters })
    const [sent] = (watch.mock.calls as unknown as [Sent][]).filter(([one]) =>
      one.text?.includes('"service"'),
    )
    watch.mockRestore()
    return sent?.[0] as Sent
  })
  return server.db.database.tenant(SANJEEVANI.id, async (tx) => {
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>({
      ...sql`x`.compile(tx),
      sql: `explain ${page.text}`,
      parameters: page.values,
    })
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

test('a page of a long list is read in index order and not sorted', async () => {
  for (const filters of [{}, { status: '1' }] as Record<string, string>[]) {
    const plan = await planOfPage(filters)
    expect(plan).toContain('service_in_order')
    expect(plan).not.toContain('Sort')
  }
})

test('the count stops where pages say 10,000+', async () => {
  const { page } = (await admin.get(`${PHP}master/services`)).body.result
  expect(page).toEqual({ start: 0, total: 25, total_records: 10_001, cur_page: 1 })
})

test('a request for all returns at most 500, and a far page is still a page', async () => {
  const deep = await admin.get(`${PHP}master/services`, { p: '400', ps: '50', k: 'long' })
  expect(deep.body.result.data).toHaveLength(50)
  const found = await admin.get(`${PHP}master/services`, { k: 'L19999' })
  expect(found.body.result.data.map((row: { code: string }) => row.code)).toEqual(['L19999'])
})
