import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { studyScopes } from '#server/features/studies/public/store.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { type DemoServer, openDemo } from '#tests/server/features/open-demo.ts'
import { everything, NEVER, openCopies } from './copies.ts'

let demo: DemoServer

beforeAll(async () => {
  demo = await openDemo()
})
afterAll(() => demo.close())

const BATCH = 20
const PAUSE_MS = 100

/** Changes these studies one batch after another, 200 a second, through the server's own tail, and counts them. */
async function changeAll(
  ids: readonly string[],
  made: { count: number },
  signal: AbortSignal,
): Promise<void> {
  for (let i = 0; !signal.aborted; i = (i + BATCH) % ids.length) {
    const [batch] = [ids.slice(i, i + BATCH), await sleep(PAUSE_MS)]
    await write(demo.app.kernel, SANJEEVANI.id, async ({ tx, changed }) => {
      const rows = await tx
        .updateTable('study')
        .set((eb) => ({ rev: eb('rev', '+', 1) }))
        .where('id', 'in', batch)
        .returning(['id', 'rev', 'branch_id', 'assigned_doctor_id', 'signed_by_doctor_id'])
        .execute()
      for (const row of rows) changed({ type: 'study', id: row.id, rev: row.rev, scopes: studyScopes(row) })
      made.count += rows.length
    })
  }
}

const revisions = async ({ cache }: Databases) =>
  new Map((await cache.studies.toArray()).map(({ id, rev }) => [id, rev]))

test('during 200 changes a second one run repairs exactly the damaged rows', async () => {
  const device = await openCopies(demo, 'admin.sanjeevani')
  const { databases, puller, repairer } = device
  const { studies } = databases.cache
  await puller.pull()
  const ids = await studies.orderBy('received').reverse().primaryKeys()
  const [restless, quiet] = [ids.filter((_, i) => i % 2 === 0), ids.filter((_, i) => i % 2 === 1)]
  const stop = new AbortController()
  const made = { count: 0 }
  const writer = changeAll(restless, made, stop.signal)
  const pulling = (async () => {
    while (!stop.signal.aborted) await Promise.all([puller.pull(), sleep(30)])
  })()
  // No record is damaged: changes in flight do not count as damage.
  for (let i = 0; i < 3; i += 1) expect(await repairer.run(NEVER)).toBe(0)

  const harmed = quiet.slice(0, 40)
  const before = await studies.bulkGet(harmed)
  for (const [i, row] of before.entries()) {
    if (i % 4 === 0) await studies.delete(row!.id)
    else if (i % 4 === 1) await studies.put({ ...row!, rev: row!.rev - 1 })
    else if (i % 4 === 2) await studies.put({ ...row!, scope: 'branch:elsewhere' })
    else await studies.put({ ...row!, id: crypto.randomUUID() })
  }
  expect(await repairer.run(NEVER)).toBe(40)
  const { granted } = await readCacheState(databases.cache)
  const after = await studies.bulkGet(harmed)
  expect(after.map((row) => ({ ...row, scope: undefined }))).toEqual(
    before.map((row) => ({ ...row, scope: undefined })),
  )
  expect(after.every((row) => granted.includes(row!.scope))).toBe(true)
  do expect(await repairer.run(NEVER)).toBe(0)
  while (made.count < 400)

  stop.abort()
  await writer
  await pulling
  await puller.pull()
  expect(await repairer.run(NEVER)).toBe(0)
  const fresh = await openCopies(demo, 'admin.sanjeevani')
  await fresh.puller.pull()
  expect(await revisions(databases)).toEqual(await revisions(fresh.databases))
  expect((await everything(databases)).size).toBe((await everything(fresh.databases)).size)
}, 60_000)
