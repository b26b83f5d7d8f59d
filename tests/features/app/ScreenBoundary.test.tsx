import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyScreen } from '#src/app/lazy-screen.tsx'
import { ScreenBoundary } from '#src/app/ScreenBoundary.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a screen that breaks leaves its surroundings intact, and can be retried', async () => {
  let isBroken = true
  const Screen = () => {
    if (isBroken) throw new Error('broken')
    return <p>whole again</p>
  }
  renderInApp(
    <>
      <input aria-label="typed elsewhere" defaultValue="Impression" />
      <ScreenBoundary>
        <Screen />
      </ScreenBoundary>
    </>,
  )
  expect(screen.getByRole('heading', { name: 'This screen stopped working' })).toBeDefined()
  expect(screen.getByLabelText('typed elsewhere')).toHaveProperty('value', 'Impression')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByText('whole again')).toBeDefined()
})

test('a screen without its code on this device says that it needs the network once', async () => {
  const Screen = lazyScreen<() => null>(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  )
  renderInApp(
    <ScreenBoundary>
      <Screen />
    </ScreenBoundary>,
  )
  expect(await screen.findByText(/needs the network once/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
