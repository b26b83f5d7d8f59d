// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { dropPriorsOf } from '#src/db/prior-rows.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { usePriors } from '#src/sync/priors/use-priors.ts'
import { PriorServer, prior } from '../support/prior-server.ts'
import { studyId } from '../support/rows.ts'
import { openBare } from '../support/test-page.ts'

const world = vi.hoisted(() => ({ server: undefined as unknown }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date(0) }) }))
vi.mock('#src/sync/api/call-api.ts', () => ({
  callApi: (...args: Parameters<PriorServer['call']>) => (world.server as PriorServer).call(...args),
}))
afterEach(() => {
  cleanup()
  setDevice(undefined)
})

test('open priors deleted by the feed are requested once more, and not again if they do not return', async () => {
  const databases = await openBare()
  const server = new PriorServer()
  world.server = server
  setDevice({ databases } as Device)
  server.tell(1, 'one', prior(11), prior(12))
  const { result } = renderHook(() => usePriors(studyId(1)))
  await waitFor(() => expect(result.current.told?.priors).toHaveLength(2))
  expect(server.asked).toHaveLength(1)
  const lose = () =>
    databases.cache.transaction(
      'rw',
      databases.cache.priors,
      databases.cache.priorMarks,
      databases.cache.meta,
      () => dropPriorsOf(databases.cache, [studyId(12)]),
    )
  server.tell(1, 'two', prior(11))
  await lose()
  await waitFor(() =>
    expect(result.current.told?.priors.map(({ study_id }) => study_id)).toEqual([studyId(11)]),
  )
  expect(server.asked).toHaveLength(2)
  expect((await databases.cache.priorMarks.get(studyId(1)))?.usedAt).toBeGreaterThan(0)
  // The study itself is removed, too.
  server.known.clear()
  await databases.cache.priorMarks.update(studyId(1), { studies: [studyId(12)] })
  await lose()
  await waitFor(() => expect(server.asked).toHaveLength(3))
  await waitFor(() => expect(result.current).toMatchObject({ told: undefined, isLoading: false }))
  expect(server.asked).toHaveLength(3)
})
