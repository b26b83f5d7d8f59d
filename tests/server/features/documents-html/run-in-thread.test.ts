import { expect, test } from 'vitest'
import { runInThread } from '#server/features/documents-html/public/run-in-thread.ts'

const THREAD = new URL('../../../../server/features/sales-papers/paper-thread.ts', import.meta.url)
const LIMITS = { memoryMb: 128, timeoutMs: 30_000 }

test('a thread that nobody waits for is ended without a result', async () => {
  const gone = new AbortController()
  const answer = runInThread(THREAD, {}, { ...LIMITS, signal: gone.signal })
  gone.abort()
  expect(await answer).toBeUndefined()
  expect(await runInThread(THREAD, {}, { ...LIMITS, signal: AbortSignal.abort() })).toBeUndefined()
})

test('a failing thread returns nothing', async () => {
  expect(await runInThread(THREAD, { paper: 'no paper' }, LIMITS)).toBeUndefined()
})
