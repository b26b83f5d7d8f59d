import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { act, cleanup } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

// Test files that share a process must not leave state for the next one.
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
