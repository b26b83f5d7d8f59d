import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { UpdatePrompt } from '#src/app/pwa/UpdatePrompt.tsx'
import { watchForUpdates } from '#src/app/pwa/worker-updates.ts'
import { setEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

// A browser with a page already under a worker, and a newer build waiting.
const scriptURL = new URL('/sw.js', location.href).href
const postMessage = vi.fn()
const update = vi.fn(async () => undefined)
const registration = Object.assign(new EventTarget(), {
  waiting: { postMessage, scriptURL },
  update,
})
const toOld = vi.fn()
const controller = Object.assign(new EventTarget(), { scriptURL, postMessage: toOld })
const container = Object.assign(new EventTarget(), { controller, register: async () => registration })
const reload = vi.fn()

beforeAll(async () => {
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  await watchForUpdates()
})
beforeEach(() => {
  vi.spyOn(location, 'reload').mockImplementation(reload)
  reload.mockClear()
})
afterEach(() => {
  act(() => setEditorDirty('report:1', false))
  cleanup()
  vi.restoreAllMocks()
})

const prompt = () => screen.queryByText('A new version of Readroom is ready.')

test('a newer build is offered, and takes over on request', async () => {
  renderInApp(<UpdatePrompt />)
  await userEvent.click(screen.getByRole('button', { name: 'Update now' }))
  expect(postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' }, [expect.anything()])
  // A long delivery round would keep the old build active.
  expect(toOld).toHaveBeenCalledWith({ type: 'stop-delivering' })
})

test('the offer waits while an editor holds text, and stays away once dismissed', async () => {
  renderInApp(<UpdatePrompt />)
  act(() => setEditorDirty('report:1', true))
  expect(prompt()).toBeNull()
  act(() => setEditorDirty('report:1', false))
  expect(prompt()).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Later' }))
  expect(prompt()).toBeNull()
})

test('a page updated by another tab reloads at once only if nothing is being written', () => {
  container.dispatchEvent(new Event('controllerchange'))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a page with text in an editor reloads once the text is stored', () => {
  setEditorDirty('report:1', true)
  container.dispatchEvent(new Event('controllerchange'))
  expect(reload).not.toHaveBeenCalled()
  setEditorDirty('report:1', false)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a page that becomes visible checks for a newer build', () => {
  document.dispatchEvent(new Event('visibilitychange'))
  expect(update).toHaveBeenCalledTimes(1)
})
