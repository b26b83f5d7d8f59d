import { cleanup, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>
const waiting = <p>waiting</p>

class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {}
  static getDerivedStateFromError = (error: Error) => ({ message: error.message })
  override render() {
    return this.state.message ?? this.props.children
  }
}

test('a placeholder is shown for a part until its code has loaded, and no longer', async () => {
  const Part = lazyPart(() => Promise.resolve({ default: Greeting }), waiting)
  renderInApp(<Part name="Asha" />)
  expect(screen.getByText('waiting')).toBeDefined()
  const began = performance.now()
  await screen.findByText('Hello Asha')
  // React's own `lazy` takes 300 ms here.
  expect(performance.now() - began).toBeLessThan(250)
})

test('a preloaded part is shown at once, and is loaded once', async () => {
  const load = vi.fn(() => Promise.resolve({ default: Greeting }))
  const Part = lazyPart(load, waiting)
  await Part.load()
  renderInApp(
    <>
      <Part name="Asha" />
      <Part name="Ravi" />
    </>,
  )
  expect(screen.queryByText('waiting')).toBeNull()
  expect(screen.getByText('Hello Asha')).toBeDefined()
  expect(screen.getByText('Hello Ravi')).toBeDefined()
  expect(load).toHaveBeenCalledOnce()
})

test('a part whose code cannot be loaded reports it to its boundary, and retries when it is shown again', async () => {
  let isDown = true
  const Part = lazyPart(
    () => (isDown ? Promise.reject(new Error('no network')) : Promise.resolve({ default: Greeting })),
    waiting,
  )
  const first = renderInApp(
    <Boundary>
      <Part name="Asha" />
    </Boundary>,
  )
  await screen.findByText('no network')
  first.unmount()
  isDown = false
  renderInApp(
    <Boundary>
      <Part name="Asha" />
    </Boundary>,
  )
  expect(await screen.findByText('Hello Asha')).toBeDefined()
})
