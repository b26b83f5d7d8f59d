import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { directoryCalls } from '#contract/calls/directory.ts'
import ScanWorklist from '#src/features/scan-worklist/ScanWorklist.tsx'
import Scheduler from '#src/features/scheduler/Scheduler.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const seams = vi.hoisted(() => ({ asked: [] as string[], waiting: [] as ((answer: object) => void)[] }))
vi.mock('#src/sync/api/call-api.ts', () => ({
  callApi: ({ key }: { key: string }) => {
    seams.asked.push(key)
    return new Promise((resolve) => {
      if (key === directoryCalls.branches.key) seams.waiting.push(resolve)
    })
  },
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date(0) }) }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['Scan Worklist', ScanWorklist],
  ['Scheduler', Scheduler],
])('%s says that the person has no branch only once the branches are loaded', async (_, Screen) => {
  renderInApp(<Screen />)
  await vi.waitFor(() => expect(seams.asked).toContain(directoryCalls.branches.key))
  expect(screen.queryByText(/You work at no branch|No branch is yours/)).toBeNull()
  expect(screen.getByText('Loading', { exact: false })).toBeTruthy()
  for (const answer of seams.waiting) answer({ result: [] })
  expect(await screen.findByRole('heading', { name: 'You work at no branch' })).toBeTruthy()
})
