// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { forceCloseDatabase } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getDevice } from '#src/sync/current-device.ts'
import { saveReport } from '#src/sync/reports/save-report.ts'
import { startSession } from '#src/sync/session/session.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { closeVault } from '#src/sync/session/vault/current-vault.ts'
import { reportStorageProblem, storageProblem } from '#src/sync/storage/storage-problem.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { SECRET, VAULT_SCRIPT } from '#tests/helpers/device/vault-server.ts'
import { withPageGlobals } from '#tests/helpers/page/page-globals.ts'
import { aDraft } from '#tests/sync/support/rows.ts'
import { newUser, until } from '#tests/sync/support/test-page.ts'

withPageGlobals()
beforeEach(() => void scriptServer({ ...VAULT_SCRIPT }))
afterEach(async () => {
  await closeVault()
  setSession(undefined)
  reportStorageProblem(undefined)
})

test('text typed after the browser cleared the databases of an open page opens with the same password', async () => {
  const fields = sessionFields({ user_id: newUser() })
  await startSession(fields, SECRET)
  const { work, cache } = getDevice().databases
  await until(async () => (await work.keys.count()) > 0)
  // Waits until the holder of the keys has received them.
  await new Promise((later) => setTimeout(later, 50))
  await Promise.all([Dexie.delete(work.name), Dexie.delete(cache.name)])
  const id = await saveReport(aDraft('after it was cleared'), 'Draft')
  expect(storageProblem()).toBeUndefined()
  await closeVault()
  setSession(undefined)
  await startSession(fields, SECRET)
  expect((await getDevice().databases.outbox.find(id))?.body.input).toMatchObject({
    report_data: '<p>after it was cleared</p>',
  })
})

test('typing continues while the browser closes a database, and no text is lost', async () => {
  await startSession(sessionFields({ user_id: newUser() }), SECRET)
  const { work, outbox } = getDevice().databases
  const ids: string[] = []
  for (const text of ['one', 'two', 'three', 'four', 'five']) {
    forceCloseDatabase(work.backendDB() as never)
    ids.push(await saveReport(aDraft(text), 'Draft'))
  }
  expect((await outbox.find(ids.at(-1) ?? ''))?.body.input).toMatchObject({ report_data: '<p>five</p>' })
  expect(storageProblem()).toBeUndefined()
})
