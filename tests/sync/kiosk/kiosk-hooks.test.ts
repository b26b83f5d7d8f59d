// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NO_ANSWERS } from '#domain/consent/answers.ts'
import { currentDevice, setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { deleteKioskForm, KIOSK_FORM_ID, type KioskForm, keepKioskForm } from '#src/sync/kiosk/kiosk-form.ts'
import { setKiosk, useKiosk } from '#src/sync/kiosk/kiosk-state.ts'
import { useFormIsOut } from '#src/sync/kiosk/use-form-is-out.ts'
import { useKioskForm } from '#src/sync/kiosk/use-kiosk-form.ts'
import { setLock } from '#src/sync/session/lock/lock-state.ts'
import { lockNow, startSession } from '#src/sync/session/session.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { closeVault, currentDatabases } from '#src/sync/session/vault/current-vault.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { SECRET, VAULT_SCRIPT } from '#tests/helpers/device/vault-server.ts'
import { turns } from '../support/held-calls.ts'
import { newUser, openBare } from '../support/test-page.ts'

beforeEach(() => void scriptServer(VAULT_SCRIPT))
afterEach(async () => {
  cleanup()
  setKiosk({ kind: 'none' })
  await closeVault()
  setDevice(undefined)
  setSession(undefined)
  vi.unstubAllGlobals()
})

const form = {
  label: 'Consent',
  draft: { id: 'one', answers: NO_ANSWERS, strokes: [] },
} as unknown as KioskForm
const settled = () => act(() => turns(30))

test('a screen follows whether a patient has the page, until it closes', () => {
  let drawn = 0
  const { result, unmount } = renderHook(() => {
    drawn += 1
    return useKiosk()
  })
  expect(result.current).toEqual({ kind: 'none' })
  act(() => setKiosk({ kind: 'done' }))
  expect(result.current).toEqual({ kind: 'done' })
  unmount()
  const before = drawn
  act(() => setKiosk({ kind: 'none' }))
  expect(drawn).toBe(before)
})

test('the handed-over form is found once it is stored, and gone once it is deleted', async () => {
  const databases = await openBare()
  setDevice({ databases } as Device)
  const { result } = renderHook(() => useKioskForm())
  await settled()
  expect(result.current).toMatchObject({ form: undefined, error: undefined })
  await keepKioskForm(databases, form)
  await waitFor(() => expect(result.current.form).toEqual(form))
  expect((await databases.work.session.get(KIOSK_FORM_ID))?.rev).toBe(0)
  await deleteKioskForm(databases)
  await waitFor(() => expect(result.current.form).toBeUndefined())
})

test('a form that cannot be read says why, and is read again when asked', async () => {
  const databases = await openBare()
  let isBroken = true
  let reads = 0
  const find = async (id: string) => {
    reads += 1
    if (isBroken) throw new Error('it is sealed for somebody else')
    return databases.preferences.find(id)
  }
  setDevice({
    databases: { ...databases, preferences: { ...databases.preferences, find } },
  } as unknown as Device)
  await keepKioskForm(databases, form)
  const { result } = renderHook(() => useKioskForm())
  await waitFor(() => expect(result.current.error?.message).toContain('sealed'))
  isBroken = false
  const before = reads
  act(() => result.current.retry())
  await waitFor(() => expect(result.current).toMatchObject({ form, error: undefined }))
  expect(reads).toBe(before + 1)
  isBroken = true
  act(() => result.current.retry())
  await waitFor(() => expect(result.current.error).toBeDefined())
})

test('while locked the page knows whether a form is out, and opens none of it', async () => {
  await startSession(sessionFields({ user_id: newUser() }), SECRET)
  await keepKioskForm(currentDevice()!.databases, form)
  const { result } = renderHook(() => useFormIsOut())
  await settled()
  expect(result.current).toBe(false)
  await act(() => lockNow())
  await waitFor(() => expect(result.current).toBe(true))
})

test('no form is out where none was handed over, nor where nobody has a vault', async () => {
  await startSession(sessionFields({ user_id: newUser() }), SECRET)
  await lockNow()
  const here = renderHook(() => useFormIsOut())
  await settled()
  expect(here.result.current).toBe(false)
  await closeVault()
  setLock({ kind: 'locked', why: 'cold', isOverdue: false })
  expect(currentDatabases()).toBeUndefined()
  const nowhere = renderHook(() => useFormIsOut())
  await settled()
  expect(nowhere.result.current).toBe(false)
  act(() => setLock({ kind: 'none' }))
})
