import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useUnmatchedCount } from '#src/sync/studies/use-unmatched-count.ts'

const server = vi.hoisted(() => ({ waiting: 12, asked: [] as unknown[] }))
vi.mock('#src/sync/use-live.ts', () => ({ useLive: () => ({}) }))
vi.mock('#src/sync/api/call-api.ts', () => ({
  callApi: async (call: { key: string }, input: unknown) => {
    server.asked.push([call.key, input])
    const page = { start: 0, total: 0, total_records: server.waiting, cur_page: 1 }
    return { result: { data: [], page } }
  },
}))

afterEach(() => {
  server.asked = []
})

test('unlinked studies are counted by the server, and again when the list beside changes', async () => {
  const { result, rerender } = renderHook(({ news }) => useUnmatchedCount(true, news), {
    initialProps: { news: '12' },
  })
  expect(result.current).toBeUndefined()
  await waitFor(() => expect(result.current).toBe(12))
  server.waiting = 11
  rerender({ news: '11' })
  await waitFor(() => expect(result.current).toBe(11))
  expect(server.asked).toEqual([
    ['study/unmatched', { p: 1, ps: 1 }],
    ['study/unmatched', { p: 1, ps: 1 }],
  ])
})

test('a person who cannot link studies, or is offline, sends no request', () => {
  const { result } = renderHook(() => useUnmatchedCount(false, ''))
  expect([result.current, server.asked]).toEqual([undefined, []])
})
