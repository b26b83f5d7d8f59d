// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionFields } from '#domain/access/session.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { readStorageFacts } from '#src/sync/device-facts/storage-facts.ts'
import { NO_LOCKS } from '#src/sync/leader/browser-locks.ts'
import { saveReport } from '#src/sync/reports/save-report.ts'
import { lockState } from '#src/sync/session/lock/lock-state.ts'
import { startSession } from '#src/sync/session/session.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { closeVault } from '#src/sync/session/vault/current-vault.ts'
import { reportStorageProblem, storageProblem } from '#src/sync/storage/storage-problem.ts'
import { STORAGE_WORDS } from '#src/sync/storage/words.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { SECRET, VAULT_SCRIPT } from '#tests/helpers/device/vault-server.ts'
import { withPageGlobals } from '#tests/helpers/page/page-globals.ts'
import { aDraft } from '../support/rows.ts'
import { newUser } from '../support/test-page.ts'

withPageGlobals()
let asked: ReturnType<typeof scriptServer>['asked'] = []
const staff = (change: Partial<SessionFields> = {}) => sessionFields({ user_id: newUser(), ...change })

beforeEach(() => void ({ asked } = scriptServer({ ...VAULT_SCRIPT })))
afterEach(async () => {
  await closeVault()
  setSession(undefined)
  reportStorageProblem(undefined)
})

test('without locks a person can sign in and save text, and sees why nothing is sent', async () => {
  vi.stubGlobal('navigator', { onLine: true, userAgent: 'old' })
  await startSession(staff(), SECRET)
  expect(lockState().kind).toBe('open')
  expect(storageProblem()).toBe(STORAGE_WORDS.noLocks)
  const device = getDevice()
  const before = asked.length
  await saveReport(aDraft('Kept.'), 'Draft')
  device.wake()
  await new Promise((later) => setTimeout(later, 300))
  expect(await device.databases.work.outbox.count()).toBe(1)
  expect(asked.slice(before).filter(({ path }) => path.includes('sync/commands'))).toEqual([])
})

test('with locks no such message appears', async () => {
  await startSession(staff(), SECRET)
  expect(storageProblem()).toBeUndefined()
})

test('without a channel between pages the vault opens and the device works', async () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  await startSession(staff(), SECRET)
  expect(lockState().kind).toBe('open')
  getDevice().refresh()
})

test('a browser without all or some storage facts reports none of the missing ones', async () => {
  for (const storage of [undefined, {}, { persisted: async () => true }]) {
    vi.stubGlobal('navigator', { storage })
    expect(await readStorageFacts()).toMatchObject({ used: 0, granted: 0 })
  }
})

test('without locks a lock request is cancelled when its caller cancels', async () => {
  const end = new AbortController()
  const asking = NO_LOCKS.request('a', { signal: end.signal }, async () => undefined)
  end.abort()
  await expect(asking).rejects.toThrow(/no locks/)
  let got: unknown = 'none'
  await NO_LOCKS.request('a', { ifAvailable: true }, async (lock) => void (got = lock))
  expect(got).toBeNull()
})
