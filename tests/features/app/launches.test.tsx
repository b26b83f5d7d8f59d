import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useLaunches } from '#src/app/pwa/use-launches.ts'
import { takeGivenFiles } from '#src/sync/shared-files/given-files.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Launched() {
  useLaunches()
  return null
}

interface Launch {
  targetURL?: string
  files?: { getFile: () => Promise<File> }[]
}

/** Renders the app and returns how the system launches it. */
function open(): (launch: Launch) => void {
  let launch: (launch: Launch) => void = () => undefined
  vi.stubGlobal('launchQueue', { setConsumer: (take: typeof launch) => (launch = take) })
  renderInApp(<Launched />, '/dashboard')
  return (given) => launch(given)
}

test('files that the system opens with the app open the filing screen and wait there', async () => {
  const launch = open()
  const file = new File(['x'], 'scan.png', { type: 'image/png' })
  launch({ targetURL: `${location.origin}/shared-file`, files: [{ getFile: async () => file }] })
  await waitFor(() => expect(screen.getByLabelText('path').textContent).toBe('/shared-file'))
  await waitFor(() => expect(takeGivenFiles()).toEqual([file]))
})

test('an unreadable file is reported, and none waits', async () => {
  const launch = open()
  launch({
    targetURL: `${location.origin}/shared-file`,
    files: [{ getFile: () => Promise.reject(new Error('The file was moved.')) }],
  })
  expect(await screen.findByText('The file was moved.')).toBeDefined()
  expect(takeGivenFiles()).toEqual([])
})
