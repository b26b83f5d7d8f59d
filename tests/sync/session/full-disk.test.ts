// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findDraft, keepDraft } from '#src/sync/reports/drafts.ts'
import { lockState } from '#src/sync/session/lock/lock-state.ts'
import { lockNow, startSession, unlock } from '#src/sync/session/session.ts'
import { currentSession, setSession } from '#src/sync/session/session-state.ts'
import { closeVault } from '#src/sync/session/vault/current-vault.ts'
import { resumeVault } from '#src/sync/session/vault/vault.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { SECRET, VAULT_SCRIPT } from '#tests/helpers/device/vault-server.ts'
import { withPageGlobals } from '#tests/helpers/page/page-globals.ts'
import { aDraft } from '../support/rows.ts'
import { newUser } from '../support/test-page.ts'

withPageGlobals()
const store = IDBObjectStore.prototype as unknown as Record<'add' | 'put', (...args: unknown[]) => unknown>
const real = { add: store.add, put: store.put }

beforeEach(() => void scriptServer(VAULT_SCRIPT))
afterEach(async () => {
  Object.assign(store, real)
  await closeVault()
  setSession(undefined)
})

/** Makes every write of any table fail for lack of space from now on. */
function fillDisk(): void {
  for (const name of ['add', 'put'] as const)
    store[name] = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
}

test('on a full disk the vault still opens, and the typed text is there', async () => {
  const fields = sessionFields({ user_id: newUser() })
  await startSession(fields, SECRET)
  const draft = aDraft('typed before')
  await keepDraft(draft)
  await lockNow()
  fillDisk()
  await unlock(SECRET.password)
  expect(lockState().kind).toBe('open')
  expect(currentSession()?.user_id).toBe(fields.user_id)
  expect(await findDraft(draft.report_id)).toMatchObject({ report_data: draft.report_data })
})

test('a page reloaded on a full disk shows the lock, not the sign-in form', async () => {
  const fields = sessionFields({ user_id: newUser() })
  await startSession(fields, SECRET)
  const draft = aDraft('typed before')
  await keepDraft(draft)
  await closeVault()
  setSession(undefined)
  fillDisk()
  expect(await resumeVault(fields.user_id)).toBeUndefined()
  expect(lockState()).toMatchObject({ kind: 'locked' })
  await unlock(SECRET.password)
  expect(currentSession()?.user_id).toBe(fields.user_id)
  expect(await findDraft(draft.report_id), 'the text of the page before').toMatchObject({
    report_data: draft.report_data,
  })
})
