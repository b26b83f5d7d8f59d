import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OPEN_PLACE } from '#contract/kernel/worker-messages.ts'
import { Bell } from '#src/app/frame/bell/Bell.tsx'
import { placeOfLaunch } from '#src/app/pwa/use-launches.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const seams = vi.hoisted(() => ({ unread: 0, needsYou: 0 }))
vi.mock('#src/sync/notifications/use-unread.ts', () => ({ useUnread: () => seams.unread }))
vi.mock('#src/sync/notifications/use-push.ts', () => ({ useKeptPush: () => undefined }))
vi.mock('#src/sync/outbox/look/use-queue.ts', () => ({
  useQueue: () => ({ needsYou: seams.needsYou, items: [] }),
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true }) }))
vi.mock('#src/parts/notifications/NotificationsDialog.tsx', () => ({
  NotificationsDialog: () => <div role="dialog" aria-label="Notifications" />,
}))

const badge = { setAppBadge: vi.fn(async () => undefined), clearAppBadge: vi.fn(async () => undefined) }
const worker = new EventTarget()
beforeEach(() => {
  Object.assign(seams, { unread: 0, needsYou: 0 })
  Object.assign(navigator, badge)
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true })
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

test('the bell and the app’s icon show the number of unread notices, including changes that need the person', async () => {
  Object.assign(seams, { unread: 2, needsYou: 1 })
  const { unmount } = renderInApp(<Bell />)
  expect(screen.getByRole('button', { name: 'Notifications, 3 unread' })).toBeTruthy()
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('Notifications, 3 unread')
  await waitFor(() => expect(badge.setAppBadge).toHaveBeenLastCalledWith(3))
  unmount()
  expect(badge.clearAppBadge).toHaveBeenCalled()
})

test('without unread notices the bell shows no number, and it never shows more than 99', () => {
  const { unmount } = renderInApp(<Bell />)
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeTruthy()
  expect(badge.setAppBadge).not.toHaveBeenCalled()
  unmount()
  seams.unread = 250
  renderInApp(<Bell />)
  expect(screen.getByText('99+')).toBeTruthy()
})

test('a click opens the dialog', async () => {
  renderInApp(<Bell />)
  await userEvent.click(screen.getByRole('button', { name: 'Notifications' }))
  expect(await screen.findByRole('dialog', { name: 'Notifications' })).toBeTruthy()
})

test('the page navigates to the place requested by the service worker, and to no other', async () => {
  renderInApp(<Bell />, '/dashboard')
  const say = (data: unknown) => worker.dispatchEvent(new MessageEvent('message', { data }))
  say({ type: OPEN_PLACE, place: 'https://evil.example/' })
  say({ type: 'OTHER', place: '/masters' })
  expect(screen.getByLabelText('path').textContent).toBe('/dashboard')
  say({ type: OPEN_PLACE, place: '/study/7?open=critical' })
  await waitFor(() => expect(screen.getByLabelText('path').textContent).toBe('/study/7?open=critical'))
})

test('a launch of the installed app opens its shortcut; the app itself stays on its page', () => {
  const origin = 'https://readroom.example'
  expect(placeOfLaunch(`${origin}/scheduler?open=quick`, origin)).toBe('/scheduler?open=quick')
  expect(placeOfLaunch(`${origin}/`, origin)).toBeUndefined()
  expect(placeOfLaunch('https://other.example/worklist1', origin)).toBeUndefined()
  expect(placeOfLaunch(undefined, origin)).toBeUndefined()
})
