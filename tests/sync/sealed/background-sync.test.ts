import { afterEach, expect, test, vi } from 'vitest'
import { askForBackgroundSync } from '#src/sync/sealed/background-sync.ts'
import { DELIVER_TAG } from '#src/sync/sealed/deliver-message.ts'

afterEach(() => vi.restoreAllMocks())
const onNavigator = (name: string, value: unknown) =>
  Object.defineProperty(navigator, name, { configurable: true, value })

test('the browser is asked to wake the worker at most once a minute, and its refusal stops nothing', async () => {
  const tags: string[] = []
  let isRefused = false
  const sync = {
    register: async (tag: string) => {
      tags.push(tag)
      if (isRefused) throw new DOMException('blocked', 'NotAllowedError')
    },
  }
  onNavigator('serviceWorker', { getRegistration: async () => ({ sync }) })
  // Later than in any run before in the same process.
  let now = Date.now() * 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  await askForBackgroundSync()
  now += 59_999
  await askForBackgroundSync()
  expect(tags).toEqual([DELIVER_TAG])
  now += 1
  isRefused = true
  await askForBackgroundSync()
  expect(tags).toHaveLength(2)
  now += 60_000
  onNavigator('serviceWorker', { getRegistration: async () => undefined })
  await askForBackgroundSync()
  now += 60_000
  onNavigator('serviceWorker', { getRegistration: async () => ({}) })
  await askForBackgroundSync()
  now += 60_000
  onNavigator('serviceWorker', undefined)
  await askForBackgroundSync()
  expect(tags).toHaveLength(2)
})
