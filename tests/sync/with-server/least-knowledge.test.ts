import { Buffer } from 'node:buffer'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { openMasters, readMasters } from '#src/sync/masters/opened-masters.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { LOCAL_SCOPE } from '#src/sync/pull/copies.ts'
import { onLetGo } from '#src/sync/pull/let-go.ts'
import { askAdmin } from '#tests/server/features/look-inside.ts'
import { type DemoServer, openDemo } from '#tests/server/features/open-demo.ts'
import { type Copies, freshRevisions, NEVER, openCopies, revisions } from './copies.ts'

const DESK = 10

let demo: DemoServer
beforeAll(async () => {
  demo = await openDemo()
  await askAdmin(demo, "update patient set ssn = 'NID-' || left(id::text, 8)")
})
afterAll(async () => {
  await demo.close()
})

const setModules = (modules: readonly string[]) =>
  askAdmin(demo, 'update role set modules = $2 where client_id = $3 and id = $1', [
    DESK,
    modules,
    SANJEEVANI.id,
  ])
const modulesNow = async () =>
  (
    await askAdmin<{ modules: string[] }>(demo, 'select modules from role where client_id = $2 and id = $1', [
      DESK,
      SANJEEVANI.id,
    ])
  )[0]?.modules ?? []

/** Returns everything in the copies as text: the codec of these tests does not encrypt. */
async function textOf({ databases }: Copies): Promise<string> {
  const tables = await Promise.all(databases.cache.tables.map((table) => table.toArray()))
  return JSON.stringify(tables.flat().map((row) => ('e' in row ? { ...row, e: opened(row.e) } : row)))
}
const opened = (sealed: unknown) =>
  sealed instanceof Uint8Array || sealed instanceof ArrayBuffer ? new TextDecoder().decode(sealed) : sealed
const TOLD = ['net_charges', 'receipt_no', 'branch_charges', 'NID-']
const toldIn = async (device: Copies) => {
  const text = await textOf(device)
  return TOLD.filter((word) => text.includes(word))
}

test('a role that loses money and ids loses them on the device, and gets them back with the right', async () => {
  const before = await modulesNow()
  const device = await openCopies(demo, 'desk.andheri')
  const { cache } = device.databases
  await device.puller.pull()
  expect(await toldIn(device)).toEqual(TOLD)
  let forgotten = 0
  // The search index and open lists listen: the same revisions arrive again with fewer fields.
  const stop = onLetGo(() => void (forgotten += 1))
  const serviceOf = async () => {
    const services = (await readMasters(device.databases, ['service'])).slice(0, 1)
    return (await openMasters(device.databases, services))[0]
  }
  expect(await serviceOf()).toHaveProperty('charges')
  // Copies that came from a response alone were sent under the same rights.
  await cache.visits.limit(1).modify({ scope: LOCAL_SCOPE })

  await setModules(['view_archives', 'scan_worklist'])
  await device.puller.pull()
  expect(await toldIn(device)).toEqual([])
  expect([await cache.receipts.count(), await cache.refunds.count()]).toEqual([0, 0])
  expect(await cache.visits.count()).toBeGreaterThan(0)
  expect(await cache.patients.count()).toBeGreaterThan(0)
  expect(forgotten).toBe(1)
  stop()
  expect(await serviceOf()).not.toHaveProperty('charges')
  expect(await cache.visits.where('scope').equals(LOCAL_SCOPE).count()).toBe(0)
  expect(await revisions(device.databases)).toEqual(await freshRevisions(demo, 'desk.andheri'))
  expect((await readCacheState(cache)).isComplete).toBe(true)
  // The sums on both sides are of the same records: nothing is repaired again and again.
  expect(await device.repairer.run(NEVER)).toBe(0)

  await setModules(before)
  await device.puller.pull()
  expect(await toldIn(device)).toEqual(TOLD)
  expect(await device.repairer.run(NEVER)).toBe(0)
})

test('copies from a release without these limits are dropped at the next pull', async () => {
  const device = await openCopies(demo, 'tech.andheri')
  const { cache } = device.databases
  await device.puller.pull()
  const state = await readCacheState(cache)
  const [visit] = await cache.visits.toArray()
  await cache.visits.update(visit!.id, { e: 'net_charges of an older release' })
  await cache.meta.put({ id: 'state', value: { ...state, cursor: withoutKnowledge(state.cursor ?? '') } })
  await device.puller.pull()
  expect(await toldIn(device)).toEqual([])
  expect(await device.repairer.run(NEVER)).toBe(0)
})

function withoutKnowledge(cursor: string): string {
  const { k: _knowledge, ...older } = JSON.parse(inflateRawSync(Buffer.from(cursor, 'base64url')).toString())
  return deflateRawSync(JSON.stringify(older)).toString('base64url')
}
