import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SignOutDialog } from '#src/app/frame/sign-out/SignOutDialog.tsx'
import { useSignOut } from '#src/app/frame/sign-out/use-sign-out.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import type { Queue } from '#src/sync/outbox/look/use-queue.ts'
import { exportSealed } from '#src/sync/sealed/sealed-file.ts'
import { signOut, UnsentWorkError } from '#src/sync/session/session.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { queueItem, queueWith } from '../sync-centre/queue-fixtures.ts'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: vi.fn() }))
const store = vi.hoisted(() => {
  const listeners = new Set<() => void>()
  const state: { queue?: Queue } = {}
  return {
    get: () => state.queue,
    set: (queue: Queue) => {
      state.queue = queue
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
})
vi.mock('#src/sync/outbox/look/use-queue.ts', () => ({
  useQueue: () => useSyncExternalStore(store.subscribe, store.get),
}))
vi.mock('#src/sync/sealed/sealed-file.ts', () => ({ exportSealed: vi.fn() }))
vi.mock(import('#src/sync/session/session.ts'), async (load) => ({ ...(await load()), signOut: vi.fn() }))

function Leaving() {
  const leaving = useSignOut()
  return (
    <>
      <button type="button" onClick={() => void leaving.signOut()}>
        Leave
      </button>
      {leaving.unsent !== undefined && <SignOutDialog leaving={leaving} />}
    </>
  )
}

async function leave(): Promise<HTMLElement> {
  renderInApp(<Leaving />)
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  return screen.findByRole('dialog', { name: 'Not everything is on the server yet' })
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  store.set(queueWith(queueItem({ at: new Date(Date.now() - 5 * 60_000) }), queueItem({ id: 'b' })))
  vi.mocked(useLink).mockReturnValue({ online: true, since: new Date() })
  vi.mocked(signOut).mockRejectedValue(new UnsentWorkError(2))
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

test('a person who leaves with unsent work sees its amount and age', async () => {
  expect((await leave()).textContent).toContain('2 changes wait on this device, the oldest for 5 min')
})

test('staying does not sign out', async () => {
  await leave()
  await press('Stay signed in')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(signOut).toHaveBeenCalledOnce()
})

test('waiting signs out automatically once the queue is empty, and not before', async () => {
  await leave()
  await press('Wait until sent')
  expect(signOut).toHaveBeenCalledOnce()
  vi.mocked(signOut).mockResolvedValue(undefined)
  await act(async () => store.set(queueWith()))
  await waitFor(() => expect(signOut).toHaveBeenCalledTimes(2))
})

test('an export that leaves nothing behind signs out', async () => {
  vi.mocked(exportSealed).mockResolvedValue({ name: 'unsent.json', blob: new Blob(['{}']), count: 2 })
  await leave()
  vi.mocked(signOut).mockResolvedValue(undefined)
  await press('Export sealed file and sign out')
  await waitFor(() => expect(signOut).toHaveBeenCalledTimes(2))
  expect(exportSealed).toHaveBeenCalledWith(undefined)
})

test('an export that cannot contain a picture says so and does not sign out', async () => {
  vi.mocked(exportSealed).mockResolvedValue({ name: 'unsent.json', blob: new Blob(['{}']), count: 1 })
  await leave()
  vi.mocked(signOut).mockRejectedValue(new UnsentWorkError(1))
  await press('Export sealed file and sign out')
  expect(await screen.findByText(/1 exported. One change or picture cannot travel/)).toBeDefined()
})

test('discarding unsent work requires the typed word', async () => {
  await leave()
  await press('Discard unsent work …')
  await userEvent.type(await screen.findByLabelText('Type DISCARD to confirm'), 'dis{Enter}')
  expect(signOut).toHaveBeenCalledOnce()
  vi.mocked(signOut).mockResolvedValue(undefined)
  await userEvent.type(screen.getByLabelText('Type DISCARD to confirm'), 'card{Enter}')
  await waitFor(() => expect(signOut).toHaveBeenLastCalledWith({ giveUp: true }))
})
