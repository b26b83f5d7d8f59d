import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { StorageNote } from '#src/app/frame/StorageNote.tsx'
import { CacheDatabase } from '#src/db/cache-database.ts'
import { withQuotaRetryForCopies } from '#src/db/quota.ts'
import { reportStorageProblem } from '#src/sync/storage/storage-problem.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(() => {
  reportStorageProblem(undefined)
  vi.unstubAllGlobals()
  cleanup()
})

test('a device that cannot store work shows an alert until it can again', () => {
  renderInApp(<StorageNote />)
  expect(screen.queryByText(/another window/)).toBeNull()
  act(() => reportStorageProblem('Close the other window of Readroom: it is an older one.'))
  expect(screen.getByRole('alert').textContent).toContain('Close the other window')
  act(() => reportStorageProblem(undefined))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a device without room for more copies says that it still stores new work', async () => {
  renderInApp(<StorageNote />)
  let fits = false
  const put = async () => {
    if (!fits) throw new DOMException('no room', 'QuotaExceededError')
  }
  vi.stubGlobal('caches', { open: async () => ({ keys: async () => [], put }) })
  const cache = new CacheDatabase('u')
  await act(() => withQuotaRetryForCopies(cache, async () => undefined).catch(() => undefined))
  expect(screen.getByText(/it keeps what you do/)).toBeTruthy()
  fits = true
  await act(() => withQuotaRetryForCopies(cache, async () => undefined))
  expect(screen.queryByText(/it keeps what you do/)).toBeNull()
})
