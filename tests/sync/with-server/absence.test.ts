import { afterEach, beforeEach, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { studyScopes } from '#server/features/studies/public/store.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import { keepDraftIn, saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { askAdmin } from '#tests/server/features/look-inside.ts'
import { type DemoServer, openDemo } from '#tests/server/features/open-demo.ts'
import { aDraft } from '../support/rows.ts'
import { anAuthor } from '../support/test-page.ts'
import { type Copies, freshRevisions, NEVER, openCopies, revisions } from './copies.ts'

const WHO = 'manager.andheri'
const DAY_MS = 86_400_000
let demo: DemoServer
let device: Copies

beforeEach(async () => {
  demo = await openDemo()
  device = await openCopies(demo, WHO)
  await device.puller.pull()
})
afterEach(() => demo.close())

/** Moves the time on; removes from the feed what the daily job removes. */
async function pass(days: number): Promise<void> {
  demo.clock.now = new Date(demo.clock.now.getTime() + days * DAY_MS)
  const horizon = new Date(demo.clock.now.getTime() - 90 * DAY_MS)
  await askAdmin(demo, 'select entry.drop_old_feed($1, 1000000)', [horizon])
}

/** Sends these studies again, through the server's own tail. */
async function arriveAgain(count: number): Promise<void> {
  const { now } = demo.clock
  await write(demo.app.kernel, SANJEEVANI.id, async ({ tx, changed }) => {
    const some = tx.selectFrom('study').select('id').where('hidden', 'is', null).orderBy('id').limit(count)
    const rows = await tx
      .updateTable('study')
      .set((eb) => ({ rev: eb('rev', '+', 1), received_datetime: now }))
      .where('id', 'in', some)
      .returning(['id', 'rev', 'branch_id', 'assigned_doctor_id', 'signed_by_doctor_id'])
      .execute()
    for (const row of rows) changed({ type: 'study', id: row.id, rev: row.rev, scopes: studyScopes(row) })
  })
}

/** Leaves one typed text and one unsent save, about two studies of the device. */
async function leaveWork({ databases }: Copies) {
  const [one, two] = await databases.cache.studies.orderBy('received').limit(2).primaryKeys()
  const author = anAuthor(databases.userId)
  await keepDraftIn(databases, author, aDraft('typed', { study_id: one! }), saveLabel)
  await saveDraftIn(databases, author, aDraft('saved', { study_id: two! }), 'Draft', saveLabel)
  const { outbox, drafts, overlay } = databases.work
  const work = async () => [await outbox.toArray(), await drafts.toArray(), await overlay.toArray()]
  return { work, before: await work(), used: [one!, two!] }
}

test('after 30 days a device continues with the feed, and holds the same copies as a new one', async () => {
  await pass(10)
  await arriveAgain(40)
  await pass(20)
  const back = await openCopies(demo, WHO, device)
  await back.puller.pull()
  expect(back.asked.filter((path) => path.endsWith('pull'))).toHaveLength(1)
  expect(back.told).not.toContain('all')
  const fresh = await freshRevisions(demo, WHO)
  const own = await revisions(back.databases)
  const of = (type: string, held: ReadonlyMap<string, number>) =>
    new Map([...held].filter(([name]) => name.startsWith(`${type} `)))
  for (const type of ['study', 'branch', 'doctor', 'tag', 'template'])
    expect(of(type, own)).toEqual(of(type, fresh))
  for (const [name, rev] of of('report', fresh)) expect(own.get(name)).toBe(rev)
  expect(await back.repairer.run(NEVER)).toBe(0)
})

test('after 100 days the copies are rebuilt, and the person’s work is unchanged', async () => {
  const { work, before, used } = await leaveWork(device)
  await arriveAgain(5)
  await pass(100)
  await arriveAgain(60)
  const back = await openCopies(demo, WHO, device)
  await back.puller.pull()
  expect(back.told[0]).toBe('all')
  expect(await work()).toEqual(before)
  const fresh = await freshRevisions(demo, WHO)
  expect(fresh.size).toBeGreaterThan(30)
  const own = await revisions(back.databases)
  // Studies with unsent work stay visible, whatever the window.
  expect(new Set([...own.keys()].filter((name) => !fresh.has(name)))).toEqual(
    new Set(used.map((id) => `study ${id}`).filter((name) => !fresh.has(name) && own.has(name))),
  )
  for (const id of used) expect(own.has(`study ${id}`)).toBe(true)
  for (const [name, rev] of fresh) expect(own.get(name)).toBe(rev)
  expect(await back.repairer.run(NEVER)).toBe(0)
})

test('after a change of the server’s history the copies are rebuilt, and the person’s work is unchanged', async () => {
  const { work, before } = await leaveWork(device)
  demo.app.kernel.epoch = 'restored from a backup'
  await device.puller.pull()
  expect(device.told).toContain('all')
  expect(await work()).toEqual(before)
  const own = await revisions(device.databases)
  for (const [name, rev] of await freshRevisions(demo, WHO)) expect(own.get(name)).toBe(rev)
  expect(await device.repairer.run(NEVER)).toBe(0)
})
