import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SyncType } from '#contract/records/records.ts'
import { isSigned } from '#domain/status/report-status.ts'
import type { ReportCopy, StudyCopy } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { LOCAL_SCOPE } from '#src/sync/pull/copies.ts'
import { tableOf } from '#src/sync/pull/tables.ts'
import { REPAIRED_ID } from '#src/sync/repair/repairer.ts'
import { keepDraftIn } from '#src/sync/reports/keep-draft.ts'
import { type DemoServer, openDemo } from '#tests/server/features/open-demo.ts'
import { aDraft } from '../support/rows.ts'
import { anAuthor, newUser } from '../support/test-page.ts'
import { type Copies, everything, NEVER, openCopies } from './copies.ts'

let demo: DemoServer
let device: Copies

beforeAll(async () => {
  demo = await openDemo()
  device = await openCopies(demo, 'dr.mehta')
  await device.puller.pull()
})
afterAll(() => demo.close())

const DAMAGES = ['gone', 'older', 'foreign', 'unknown scope', 'no scope', 'wrong day'] as const
type Damage = (typeof DAMAGES)[number]
const TYPES = ['study', 'report', 'branch', 'doctor', 'tag', 'template'] as const satisfies SyncType[]

/**
 * Returns the ids of the copies that the server's sums cover: signed reports of studies beyond the window are
 * kept as they arrived.
 */
async function vouchedFor(databases: Databases, type: SyncType): Promise<string[]> {
  if (type !== 'report') return tableOf(databases, type).toCollection().primaryKeys()
  const { windows } = await readCacheState(databases.cache)
  const recent = await databases.cache.studies
    .where('received')
    .aboveOrEqual(Date.parse(windows.report?.from ?? ''))
    .primaryKeys()
  const reports = await databases.cache.reports.toArray()
  return reports
    .filter(({ study, status }) => !isSigned(status) || recent.includes(study))
    .map(({ id }) => id)
}

/** Gives a report another day than its own: a signed one has its study's day, an unsigned one none (decision 064). */
const onOtherDay = (row: ReportCopy): ReportCopy => ({
  ...row,
  status: isSigned(row.status) ? 'Pending' : 'Signed',
})

async function damage(databases: Databases, type: SyncType, id: string, how: Damage): Promise<void> {
  const table = tableOf(databases, type)
  const row = await table.get(id)
  if (!row) return
  if (how === 'gone') await table.delete(id)
  else if (how === 'older') await table.put({ ...row, rev: row.rev - 1, e: { was: 'older' } })
  // A copy without a scope, as earlier damage may leave it, came from a response alone: no sum covers it.
  else if (how === 'foreign' && row.scope !== LOCAL_SCOPE)
    await table.put({ ...row, id: crypto.randomUUID() })
  else if (how === 'unknown scope') await table.put({ ...row, scope: 'branch:elsewhere' })
  else if (how === 'no scope') await table.put({ ...row, scope: LOCAL_SCOPE })
  else if (type === 'study')
    await table.put({ ...row, received: (row as StudyCopy).received - 86_400_000 } as StudyCopy)
  else if (type === 'report') await table.put(onOtherDay(row as ReportCopy))
}

/** Returns the held records, whichever of their scopes they arrived in last. */
async function held(databases: Databases) {
  const { granted } = await readCacheState(databases.cache)
  const rows = await everything(databases)
  const known = (scope: string) => (granted.includes(scope) ? 'granted' : scope)
  return new Map([...rows].map(([name, row]) => [name, { ...row, scope: known(row.scope) }]))
}

const repaired = async ({ work }: Databases) => (await work.meta.get(REPAIRED_ID))?.value ?? 0

test('one request confirms correct copies, and they stay unchanged', async () => {
  const before = await everything(device.databases)
  device.asked.length = 0
  expect(await device.repairer.run(NEVER)).toBe(0)
  expect(device.asked).toEqual(['/api/sync/checksums'])
  expect(await everything(device.databases)).toEqual(before)
})

test.each(TYPES.flatMap((type) => DAMAGES.map((how) => [type, how] as const)))(
  'one run repairs a %s that is damaged (%s) and changes nothing else',
  async (type, how) => {
    const { databases, repairer } = device
    const [before, exact] = [await held(databases), await everything(databases)]
    const ids = await vouchedFor(databases, type)
    const id = ids[Math.floor(ids.length / 2)] ?? ''
    const untouched = await held(databases)
    await damage(databases, type, id, how)
    const isDamaged = JSON.stringify([...(await held(databases))]) !== JSON.stringify([...untouched])
    const counted = await repaired(databases)
    const mended = await repairer.run(NEVER)
    expect(await held(databases)).toEqual(before)
    expect(mended).toBe(isDamaged ? 1 : 0)
    expect(await repaired(databases)).toBe(counted + mended)
    const after = await everything(databases)
    const others = [...exact].filter(([name]) => name !== `${type} ${id}`)
    expect([...after].filter(([name]) => name !== `${type} ${id}`)).toEqual(others)
  },
)

test('one run repairs any number of damaged rows', async () => {
  const { databases, repairer } = device
  const before = await held(databases)
  const places: [SyncType, string][] = []
  for (const type of TYPES) for (const id of await vouchedFor(databases, type)) places.push([type, id])
  const harm = fc.tuple(fc.constantFrom(...places), fc.constantFrom(...DAMAGES))
  await fc.assert(
    fc.asyncProperty(fc.array(harm, { minLength: 1, maxLength: 60 }), async (harms) => {
      for (const [[type, id], how] of harms) await damage(databases, type, id, how)
      await repairer.run(NEVER)
      expect(await held(databases)).toEqual(before)
      expect(await repairer.run(NEVER)).toBe(0)
    }),
    { numRuns: 15 },
  )
}, 120_000)

test('an unsigned report stored as a signed one is repaired', async () => {
  const { databases, repairer } = device
  const before = await held(databases)
  const reports = await databases.cache.reports.toArray()
  const draft = reports.find(({ status }) => !isSigned(status))
  await damage(databases, 'report', draft?.id ?? '', 'wrong day')
  expect(await held(databases)).not.toEqual(before)
  expect(await repairer.run(NEVER)).toBe(1)
  expect(await held(databases)).toEqual(before)
})

test('a whole missing table is restored, with the reports of its studies', async () => {
  const { databases, repairer, told } = device
  const before = await held(databases)
  const studies = await databases.cache.studies.toCollection().primaryKeys()
  await databases.cache.studies.clear()
  told.length = 0
  expect(await repairer.run(NEVER)).toBe(studies.length)
  expect(await held(databases)).toEqual(before)
  expect(new Set(told.flat())).toEqual(new Set(studies))
})

test('records that unsent work refers to are not deleted, even without a right to them', async () => {
  const copies = await openCopies(demo, 'dr.iyer')
  await copies.puller.pull()
  const [study] = await copies.databases.cache.studies.toArray()
  const [used, foreign] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const id of [used, foreign]) await copies.databases.cache.studies.put({ ...study!, id })
  await keepDraftIn(
    copies.databases,
    anAuthor(newUser()),
    aDraft('typed', { study_id: used }),
    () => 'a draft',
  )
  expect(await copies.repairer.run(NEVER)).toBe(2)
  expect(await copies.databases.cache.studies.get(foreign)).toBeUndefined()
  expect(await copies.databases.cache.studies.get(used)).toMatchObject({ scope: LOCAL_SCOPE })
  expect(await copies.repairer.run(NEVER)).toBe(0)
})

test('a copy newer than the listing is not a difference', async () => {
  const { databases, repairer } = device
  const [study] = await databases.cache.studies.toArray()
  const ahead = { ...study!, rev: study!.rev + 5 }
  await databases.cache.studies.put(ahead)
  expect(await repairer.run(NEVER)).toBe(0)
  expect(await databases.cache.studies.get(ahead.id)).toEqual(ahead)
  await databases.cache.studies.put(study!)
})

test('days deleted because of a full disk are not fetched again', async () => {
  const copies = await openCopies(demo, 'dr.iyer')
  await copies.puller.pull()
  const { cache } = copies.databases
  const studies = await cache.studies.orderBy('received').toArray()
  const kept = studies[Math.ceil(studies.length / 2)]!
  await cache.studies.where('received').below(kept.received).delete()
  await cache.reports
    .where('study')
    .noneOf(await cache.studies.toCollection().primaryKeys())
    .delete()
  await cache.meta.put({ id: 'keptFrom', value: kept.received })
  await copies.repairer.run(NEVER)
  expect(await cache.studies.where('received').below(kept.received).count()).toBe(0)
})

test('a stopped run writes nothing, and two simultaneous runs are one', async () => {
  const { databases, repairer, asked } = device
  const [study] = await databases.cache.studies.toArray()
  await databases.cache.studies.delete(study!.id)
  const stopped = new AbortController()
  const run = repairer.run(stopped.signal).catch((error: unknown) => error)
  stopped.abort()
  await run
  expect(await databases.cache.studies.get(study!.id)).toBeUndefined()
  asked.length = 0
  expect(await Promise.all([repairer.run(NEVER), repairer.run(NEVER)])).toEqual([1, 1])
  // At first, after the pull that a difference causes, and after everything is repaired.
  expect(asked.filter((path) => path.endsWith('checksums'))).toHaveLength(3)
})
