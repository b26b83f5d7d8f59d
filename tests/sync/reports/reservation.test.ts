// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useOtherWriters } from '#src/sync/reports/use-other-writers.ts'
import { studyId } from '../support/rows.ts'

interface Told {
  is_over?: number
  opening_id?: string
  since?: string
  keepalive: boolean
}

const world = vi.hoisted(() => ({
  online: true,
  user: 'me' as string | undefined,
  told: [] as Told[],
  answer: async (): Promise<unknown> => ({ result: [] }),
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: world.online }) }))
vi.mock('#src/sync/session/session.ts', () => ({
  useSession: () => world.user && { user_id: world.user },
}))
vi.mock('#src/sync/api/call-api.ts', () => ({
  callApi: (call: { key: string }, input: Omit<Told, 'keepalive'>, options?: { keepalive?: boolean }) => {
    if (call.key === 'report/writing') world.told.push({ ...input, keepalive: options?.keepalive ?? false })
    return world.answer()
  },
}))

beforeEach(() => {
  Object.assign(world, { online: true, user: 'me', told: [], answer: async () => ({ result: [] }) })
})
afterEach(cleanup)

const leavePage = () => window.dispatchEvent(new Event('pagehide'))
function comeBack(persisted: boolean) {
  const event = Object.assign(new Event('pageshow'), { persisted })
  act(() => void window.dispatchEvent(event))
}
async function open() {
  const hook = renderHook(({ isWriting }) => useOtherWriters(studyId(1), isWriting), {
    initialProps: { isWriting: true },
  })
  await waitFor(() => expect(world.told).toHaveLength(1))
  return hook
}

test('a closing tab withdraws its reservation with a request that outlives it', async () => {
  await open()
  leavePage()
  const [beat, over] = world.told
  expect(over).toEqual({
    study_id: studyId(1),
    opening_id: beat?.opening_id,
    is_over: 1,
    keepalive: true,
  })
})

test('a renewal without a response does not delay the last request', async () => {
  world.answer = () => new Promise(() => undefined)
  await open()
  leavePage()
  expect(world.told[1]).toMatchObject({ is_over: 1 })
})

test('a page restored from the browser’s memory reserves again with its original opening time', async () => {
  await open()
  leavePage()
  comeBack(true)
  await waitFor(() => expect(world.told).toHaveLength(3))
  const { opening_id, since } = world.told[0]!
  expect(world.told[2]).toMatchObject({ opening_id, since, keepalive: false })
  expect(world.told[2]?.is_over).toBeUndefined()
})

test('the first display of a page reserves once', async () => {
  await open()
  comeBack(false)
  await Promise.resolve()
  expect(world.told).toHaveLength(1)
})

test('two tabs count as two openings, and each closes its own', async () => {
  const first = await open()
  renderHook(() => useOtherWriters(studyId(1), true))
  await waitFor(() => expect(world.told).toHaveLength(2))
  const [one, other] = world.told
  expect(one?.opening_id).not.toBe(other?.opening_id)
  first.unmount()
  await waitFor(() => expect(world.told).toHaveLength(3))
  expect(world.told[2]).toMatchObject({ is_over: 1, opening_id: one?.opening_id })
})

test('a report that was left has no reservation to withdraw when the page closes', async () => {
  const { unmount } = await open()
  unmount()
  await waitFor(() => expect(world.told).toHaveLength(2))
  leavePage()
  expect(world.told).toHaveLength(2)
})

test('a read-only report is neither reserved nor released', async () => {
  renderHook(() => useOtherWriters(studyId(1), false))
  leavePage()
  cleanup()
  await Promise.resolve()
  expect(world.told).toEqual([])
})

test('nothing is sent offline or after the sign-out', async () => {
  world.online = false
  renderHook(() => useOtherWriters(studyId(1), true))
  leavePage()
  cleanup()
  await Promise.resolve()
  expect(world.told).toEqual([])
  Object.assign(world, { online: true, user: undefined })
  renderHook(() => useOtherWriters(studyId(1), true))
  leavePage()
  expect(world.told).toEqual([])
})

test('a last request that does not reach the server causes no error', async () => {
  await open()
  world.answer = () => Promise.reject(new Error('offline'))
  leavePage()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(world.told).toHaveLength(2)
})
