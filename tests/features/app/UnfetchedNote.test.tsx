import 'fake-indexeddb/auto'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { UnfetchedNote } from '#src/app/frame/UnfetchedNote.tsx'
import { CacheDatabase } from '#src/db/cache-database.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { writeCacheState } from '#src/sync/pull/cache-state.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: vi.fn() }))
const setOnline = (online: boolean) => vi.mocked(useLink).mockReturnValue({ online, since: new Date(0) })

let cache: CacheDatabase
const keepState = (isComplete: boolean) =>
  writeCacheState(cache, { cursor: '1', epoch: 'first', granted: ['client'], windows: {}, isComplete })

function renderNote(online: boolean): void {
  setOnline(online)
  setDevice({ databases: { cache } } as unknown as Device)
  renderInApp(<UnfetchedNote />)
}
const note = () => screen.queryByText(/before this device had fetched all records/)

afterEach(async () => {
  cleanup()
  setDevice(undefined)
  await cache.delete()
})

test('offline after an unfinished first fetch the lists are called incomplete until the fetch ends', async () => {
  cache = new CacheDatabase('unfetched')
  await keepState(false)
  renderNote(false)
  // An unknown state shows no note.
  expect(note()).toBeNull()
  await waitFor(() => expect(note()).not.toBeNull())
  await act(() => keepState(true))
  await waitFor(() => expect(note()).toBeNull())
})

test('no note is shown online', async () => {
  cache = new CacheDatabase('unfetched-online')
  await keepState(false)
  renderNote(true)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(note()).toBeNull()
})
