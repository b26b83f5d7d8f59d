import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { act, cleanup } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

// Files that share a process leave nothing of theirs to the next one.
afterAll(() => {
  vi.useRealTimers()
  act(() => {
    modals.closeAll()
    notifications.clean()
    notifications.cleanQueue()
  })
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
