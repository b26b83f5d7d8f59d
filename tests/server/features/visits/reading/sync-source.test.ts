import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SyncType } from '#contract/records/records.ts'
import { selectReceipts } from '#server/features/payments/public/store.ts'
import { bringVisitParts } from '#server/features/visits/public/reading/announce-parts.ts'
import { visitPartSource } from '#server/features/visits/public/reading/part-source.ts'
import { visitSource } from '#server/features/visits/reading/sync-source.ts'
import { findSession } from '#server/kernel/auth/session-store.ts'
import type { Caller, Change, Tx } from '#server/kernel/context.ts'
import type { SyncSource } from '#server/kernel/sync/source.ts'
import { type DemoServer, NOW, openDemo } from '../../open-demo.ts'
import { ANDHERI, CLIENT, DAY_MS, KOTHRUD } from '../../visit-desk/booking-fixture.ts'

let server: DemoServer
let clerk: Caller
let doctor: Caller
const SCOPE = `visits:${ANDHERI}`
const receipts = visitPartSource('receipt', selectReceipts)

beforeAll(async () => {
  server = await openDemo()
  clerk = await callerOf('reception.andheri')
  doctor = await callerOf('dr.iyer')
})
afterAll(() => server.close())

async function callerOf(name: string): Promise<Caller> {
  const { token } = await server.signIn(name)
  const found = await findSession(server.db.database.pool, token, NOW)
  if (!found) throw new Error('not signed in')
  return { ...found.caller, timeZone: 'UTC' }
}

const inTenant = <T>(run: (tx: Tx) => Promise<T>) => server.db.database.tenant(CLIENT, run)

/** Fetches everything of a source that the clerk may see, a page at a time as a device does. */
async function fetchAll<Type extends SyncType>(source: SyncSource<Type>): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const some = await inTenant((tx) => source.backfill(tx, clerk, SCOPE, ids.at(-1), 17, undefined))
    ids.push(...some)
    if (some.length < 17) return ids
  }
}

async function demandWhole<Type extends SyncType>(source: SyncSource<Type>): Promise<void> {
  const ids = await fetchAll(source)
  expect(ids.length).toBeGreaterThan(20)
  expect(new Set(ids).size).toBe(ids.length)
  const bodies = await inTenant((tx) => source.read(tx, clerk, ids, NOW))
  expect(bodies.size).toBe(ids.length)
  const revisions = await inTenant((tx) =>
    source.revisions(tx, clerk, [SCOPE], { window: undefined, now: NOW }),
  )
  expect(new Set(revisions.map(({ id }) => id))).toEqual(new Set(ids))
  for (const { id, rev } of revisions) expect(bodies.get(id)).toMatchObject({ rev, scopes: [SCOPE] })
}

test('visits and their receipts are listed newest first, each once, with any page size, and are all readable', async () => {
  await demandWhole(visitSource)
  await demandWhole(receipts)
})

test('a window and a day leave out all other visits', async () => {
  const window = { from: new Date(NOW.getTime() - DAY_MS) }
  const day = NOW.toISOString().slice(0, 10)
  const recent = await inTenant((tx) => visitSource.backfill(tx, clerk, SCOPE, undefined, 1_000, window))
  const all = await inTenant((tx) => visitSource.backfill(tx, clerk, SCOPE, undefined, 1_000, undefined))
  expect(recent.length).toBeGreaterThan(0)
  expect(recent.length).toBeLessThan(all.length)
  const today = await inTenant((tx) => visitSource.revisions(tx, clerk, [SCOPE], { window, day, now: NOW }))
  expect(today.every((one) => one.day === day)).toBe(true)
})

test('visits of another branch are not read, nor any by staff without a branch', async () => {
  const kothrud = await inTenant((tx) =>
    visitSource.backfill(tx, clerk, `visits:${KOTHRUD}`, undefined, 10, undefined),
  )
  expect(kothrud).toHaveLength(10)
  expect((await inTenant((tx) => visitSource.read(tx, clerk, kothrud, NOW))).size).toBe(0)
  const own = await inTenant((tx) => visitSource.backfill(tx, clerk, SCOPE, undefined, 10, undefined))
  expect((await inTenant((tx) => visitSource.read(tx, doctor, own, NOW))).size).toBe(0)
  expect(
    await inTenant((tx) => visitSource.revisions(tx, doctor, [SCOPE], { window: undefined, now: NOW })),
  ).toEqual([])
})

test('the parts of a moved visit are sent again', async () => {
  const changes: Change[] = []
  await inTenant(async (tx) => {
    const receipt = await tx
      .selectFrom('receipt')
      .select(['client_id', 'visit_id', 'branch_id'])
      .executeTakeFirstOrThrow()
    await bringVisitParts(
      { tx, changed: (change) => changes.push(change) },
      { client_id: receipt.client_id, id: receipt.visit_id, branch_id: receipt.branch_id },
    )
  })
  expect(changes).toHaveLength(1)
  expect(changes[0]).toMatchObject({ type: 'receipt', rev: 1 })
})
