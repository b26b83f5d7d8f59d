import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SYNC_TYPES } from '#contract/records/records.ts'
import { branchScope } from '#server/kernel/scopes.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import { announcedTables, UNWATCHED } from '#tests/helpers/database/announced.ts'
import { openWorld, type World } from '../../helpers/world.ts'

let world: World
let branchId: string
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.enterNewClients()
  branchId = await world.addBranch()
})

/** Raises the branch's revision to 2 and writes the trail; announces the given revision, or nothing. */
const rename = (announced: number | undefined) =>
  write(world.app.kernel, world.clientId, async ({ tx, changed, audited, now }) => {
    await tx.updateTable('branch').set({ name: 'Renamed', rev: 2 }).where('id', '=', branchId).execute()
    const { clientId } = world
    audited({
      clientId,
      userId: undefined,
      action: 'branch/save',
      type: 'branch',
      recordId: branchId,
      at: now,
    })
    if (announced !== undefined)
      changed({ type: 'branch', id: branchId, rev: announced, scopes: [branchScope(branchId)] })
  })

const nameOf = async () => {
  const { rows } = await world.admin.query('select name from branch where id = $1', [branchId])
  return (rows[0] as { name: string }).name
}

test('the databases of tests refuse a change of a synced record that is not announced, and nothing of it stays', async () => {
  await expect(rename(undefined)).rejects.toThrow(/writes branch .* does not announce it as branch/)
  expect(await nameOf()).not.toBe('Renamed')
})

test('an announcement of an older revision does not count', async () => {
  await expect(rename(1)).rejects.toThrow(/\(revision 2\)/)
})

test('an announced change is stored', async () => {
  await rename(2)
  expect(await nameOf()).toBe('Renamed')
})

test('every synced record with a table of its own is watched', () => {
  const watched = announcedTables().map(([, type]) => type)
  expect(SYNC_TYPES.filter((type) => !watched.includes(type)).toSorted()).toEqual(UNWATCHED.toSorted())
})
