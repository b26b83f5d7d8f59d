import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  findPatientId,
  findUserId,
  forgetPatientId,
  forgetRevoked,
  forgetUserId,
  keepPatientId,
  keepRevoked,
  keepUserId,
  onUserOfOtherTab,
  wasRevoked,
} from '#src/sync/session/session-storage.ts'

/** Plays a storage of the browser. */
function aStorage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

let [local, tab] = [aStorage(), aStorage()]
let heard: ((event: object) => void)[] = []
beforeEach(() => {
  local = aStorage()
  tab = aStorage()
  heard = []
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', tab)
  vi.stubGlobal('addEventListener', (_: string, run: (event: object) => void) => heard.push(run))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('the user is stored for all tabs, a patient and a revocation for one tab', () => {
  expect([findUserId(), findPatientId(), wasRevoked()]).toEqual([undefined, undefined, false])
  keepUserId('u')
  keepPatientId('p')
  keepRevoked()
  expect([findUserId(), findPatientId(), wasRevoked()]).toEqual(['u', 'p', true])
  expect([local.kept.size, tab.kept.size]).toEqual([1, 2])
  forgetPatientId()
  expect([findUserId(), findPatientId(), wasRevoked()]).toEqual(['u', undefined, true])
  forgetUserId()
  forgetRevoked()
  expect([local.kept.size, tab.kept.size]).toEqual([0, 0])
})

test('a sign-in or sign-out in another tab is noticed, and no other change of the storage', () => {
  const users: (string | undefined)[] = []
  onUserOfOtherTab((userId) => users.push(userId))
  keepUserId('u')
  const [key] = [...local.kept.keys()]
  const tell = (event: object) => heard.forEach((run) => run(event))
  tell({ storageArea: local, key, newValue: 'other' })
  tell({ storageArea: local, key, newValue: null })
  tell({ storageArea: local, key: 'theme', newValue: 'dark' })
  tell({ storageArea: tab, key, newValue: 'somebody' })
  expect(users).toEqual(['other', undefined])
})
