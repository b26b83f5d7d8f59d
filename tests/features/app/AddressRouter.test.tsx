import { createRoot, type Root } from 'react-dom/client'
import { useSearchParams } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AddressRouter } from '#src/app/AddressRouter.tsx'
import { usePrivateParams } from '#src/ui/params/use-private-params.ts'

// Renders as a browser does: `act` would delay a render until after the second click.
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
let before: boolean | undefined
let root: Root
let place: HTMLElement

beforeEach(() => {
  before = environment.IS_REACT_ACT_ENVIRONMENT
  environment.IS_REACT_ACT_ENVIRONMENT = false
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  history.replaceState(null, '', '/visits?type=1&status=2&branch=3')
})
afterEach(() => {
  root.unmount()
  place.remove()
  history.replaceState(null, '', '/')
  if (before !== undefined) environment.IS_REACT_ACT_ENVIRONMENT = before
})

const without = (key: string) => (now: URLSearchParams) => {
  const next = new URLSearchParams(now)
  next.delete(key)
  return next
}

function Pills({ set }: { set: (change: (now: URLSearchParams) => URLSearchParams) => void }) {
  return ['type', 'status'].map((key) => (
    <button key={key} type="button" onClick={() => set(without(key))}>
      {key}
    </button>
  ))
}
const Private = () => <Pills set={usePrivateParams([])[1]} />
const Plain = () => <Pills set={useSearchParams()[1]} />

test.each([
  ['params that keep names out of the address', Private],
  ['params of the address', Plain],
])('two %s are both removed if they are removed in quick succession', async (_, Part) => {
  root.render(
    <AddressRouter>
      <Part />
    </AddressRouter>,
  )
  await expect.poll(() => place.querySelectorAll('button').length).toBe(2)
  for (const button of place.querySelectorAll('button')) {
    button.click()
    // A browser runs queued work between two clicks.
    await Promise.resolve()
  }
  expect(location.search).toBe('?branch=3')
})
