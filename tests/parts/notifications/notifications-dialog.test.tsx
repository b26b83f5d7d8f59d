import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NotificationRow } from '#contract/calls/notifications.ts'
import { NotificationsDialog } from '#src/parts/notifications/NotificationsDialog.tsx'
import { markAllRead, markRead } from '#src/sync/notifications/mark-read.ts'
import type { PushState } from '#src/sync/notifications/push-subscription.ts'
import type { Told } from '#src/sync/notifications/use-notifications.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const seams = vi.hoisted(() => ({
  told: undefined as readonly Told[] | undefined,
  parked: [] as object[],
  online: true,
  push: 'off' as PushState,
  turned: [] as boolean[],
  muted: [] as string[],
  set: [] as unknown[],
}))
vi.mock('#src/sync/notifications/use-notifications.ts', () => ({ useNotifications: () => seams.told }))
vi.mock('#src/sync/notifications/mark-read.ts', () => ({
  markAllRead: vi.fn(async () => undefined),
  markRead: vi.fn(async () => undefined),
}))
vi.mock('#src/sync/outbox/look/use-queue.ts', () => ({ useQueue: () => ({ items: seams.parked }) }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: seams.online }) }))
vi.mock('#src/sync/notifications/use-push.ts', () => ({
  usePush: () => ({
    state: seams.push,
    isBusy: false,
    error: undefined,
    turn: (isOn: boolean) => seams.turned.push(isOn),
  }),
}))
vi.mock('#src/sync/notifications/use-muted.ts', () => ({
  useMuted: (isOnline: boolean) => ({
    kinds: isOnline ? seams.muted : undefined,
    error: undefined,
    isBusy: false,
    set: (...asked: unknown[]) => seams.set.push(asked),
  }),
}))

let serial = 0
const told = (change: Partial<NotificationRow> = {}, more: Partial<Told> = {}): Told => {
  serial += 1
  return {
    notification: {
      id: `n${serial}`,
      rev: 1,
      kind: 'study_assigned',
      subject_type: 'study',
      subject_id: `s${serial}`,
      noti_by: '',
      times: 1,
      created: '2026-11-20T09:00:00.000Z',
      read_on: null,
      ...change,
    },
    known: undefined,
    ...more,
  }
}

beforeEach(() => {
  Object.assign(seams, { told: [], parked: [], online: true, push: 'off', turned: [], muted: [], set: [] })
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})
const onClose = vi.fn()
const show = () => renderInApp(<NotificationsDialog onClose={onClose} />)
const list = () => screen.findByRole('list', { name: 'Notifications' })
const rows = async () => within(await list()).getAllByRole('link')

test('each notification shows its subject, its author, its count and whether it is unread', async () => {
  seams.told = [
    told({ times: 3, noti_by: 'Meera Pillai' }, { known: { name: 'Asha Kamat', about: 'MR Knee' } }),
    told({ kind: 'critical_result', read_on: '2026-11-20T10:00:00.000Z' }),
  ]
  show()
  const [first, second] = await rows()
  expect(first?.textContent).toContain('MR Knee of Asha Kamat was assigned to you')
  expect(first?.textContent).toContain('by Meera Pillai · 3 times · ')
  expect(within(first!).getByRole('img', { name: 'Unread' })).toBeTruthy()
  expect(second?.textContent).toContain('A critical result waits')
  expect(within(second!).queryByRole('img', { name: 'Unread' })).toBeNull()
})

test('a click opens the subject, marks the notification as read and closes the dialog', async () => {
  seams.told = [told({ kind: 'critical_result', subject_id: 'study-7' })]
  show()
  await userEvent.click((await rows())[0]!)
  expect(screen.getByLabelText('path').textContent).toBe('/study/study-7?open=critical')
  expect(markRead).toHaveBeenCalledWith(expect.objectContaining({ subject_id: 'study-7' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('marking all as read affects the unread ones, offline too, and says why it cannot be pressed', async () => {
  seams.online = false
  const [unread, read] = [told(), told({ read_on: '2026-11-20T10:00:00.000Z' })]
  seams.told = [unread, read]
  const { unmount } = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  expect(markAllRead).toHaveBeenCalledWith([unread.notification])
  unmount()
  seams.told = [read]
  show()
  const button = await screen.findByRole('button', { name: 'Mark all as read' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button)
  expect(markAllRead).toHaveBeenCalledOnce()
})

test('the list is filtered by kind; changes that need the person come first and lead to the Sync centre', async () => {
  seams.told = [told(), told({ kind: 'ai_result' })]
  seams.parked = [
    { id: 'c1', state: 'needs_you', label: 'Save a report', reason: 'Signed already.', at: new Date() },
    { id: 'c2', state: 'sending', label: 'Add a comment', at: new Date() },
  ]
  show()
  const all = await rows()
  expect(all).toHaveLength(3)
  expect(all[0]?.textContent).toContain('Save a report')
  expect(all[0]?.getAttribute('href')).toBe('/sync')
  await userEvent.click(screen.getByRole('combobox', { name: 'Show' }))
  await userEvent.click(await screen.findByRole('option', { name: 'AI results' }))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect((await rows())[0]?.textContent).toContain('An AI result is ready')
})

test('an empty list explains its purpose, a filtered one that there is none of the kind', async () => {
  show()
  expect(await screen.findByText(/You are notified here of studies/)).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: 'Show' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Critical results' }))
  expect(await screen.findByText(/None of this kind/)).toBeTruthy()
})

test('long lists are rendered in steps', async () => {
  seams.told = Array.from({ length: 70 }, () => told())
  show()
  expect(await rows()).toHaveLength(50)
  await userEvent.click(screen.getByRole('button', { name: 'Show 20 more' }))
  expect(await rows()).toHaveLength(70)
})

test('every kind but critical results can be muted', async () => {
  seams.muted = ['ai_result']
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Settings' }))
  const critical = screen.getByRole('switch', { name: /Critical results/ })
  expect(critical).toHaveProperty('disabled', true)
  expect(critical).toHaveProperty('checked', true)
  expect(screen.getByRole('switch', { name: 'AI results' })).toHaveProperty('checked', false)
  await userEvent.click(screen.getByRole('switch', { name: 'Assigned studies' }))
  await userEvent.click(screen.getByRole('switch', { name: 'AI results' }))
  expect(seams.set).toEqual([
    ['study_assigned', true],
    ['ai_result', false],
  ])
})

test('permission for pushed messages is requested with a reason, and only after a tap', async () => {
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Settings' }))
  expect(screen.getByText(/No patient is named/)).toBeTruthy()
  expect(seams.turned).toEqual([])
  await userEvent.click(screen.getByRole('switch', { name: 'Show notifications on this device' }))
  expect(seams.turned).toEqual([true])
})

test.each([
  ['unsupported', /add Readroom to the Home Screen/],
  ['blocked', /Allow them in the settings/],
] as const)('a browser where they are %s says so', async (state, words) => {
  seams.push = state
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Settings' }))
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByRole('switch', { name: 'Show notifications on this device' })).toHaveProperty(
    'disabled',
    true,
  )
})

test('settings that need the network say so offline', async () => {
  seams.online = false
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Settings' }))
  expect(screen.getByText('This needs the network.')).toBeTruthy()
  expect(screen.getByRole('switch', { name: 'AI results' })).toHaveProperty('disabled', true)
})

test('an unknown kind from a newer server is shown in general words and links to the home', async () => {
  const kind = 'of_a_newer_server' as NotificationRow['kind']
  const subject_type = 'something' as NotificationRow['subject_type']
  seams.told = [told({ kind, subject_type }, { known: { name: 'Asha Rao', about: '' } })]
  show()
  const [item] = await rows()
  expect(item?.textContent).toContain('A notification that this version of Readroom does not know')
  expect(item?.getAttribute('href')).toContain('/dashboard')
})
