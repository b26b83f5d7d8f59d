import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import { createFilesAhead } from '#src/sync/files/files-ahead.ts'
import type { FilesSent } from '#src/sync/files/send-files.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LOST: FilesSent = { hasMoved: false, stoppedBy: new OfflineError() }

/** Starts a sender that checks the files again at each wake-up. */
function start(answers: FilesSent[]) {
  const send = vi.fn(async () => answers.shift() ?? { hasMoved: false })
  const wake = vi.fn(() => void ahead(signal))
  const { signal } = new AbortController()
  const ahead = createFilesAhead({ send, random: () => 1 }, { wake })
  void ahead(signal)
  return { send, wake, ahead, signal }
}

test('a file whose request was lost is sent again at once, without waiting for the next check of the queue', async () => {
  const { send } = start([LOST])
  await vi.advanceTimersByTimeAsync(100)
  expect(send).toHaveBeenCalledTimes(2)
})

test('a file that is lost repeatedly is sent less and less often', async () => {
  const { send } = start(Array.from({ length: 100 }, () => LOST))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(send).toHaveBeenCalledTimes(6)
})

test('further calls during the retries start no second series of retries', async () => {
  const { send, ahead, signal } = start(Array.from({ length: 100 }, () => LOST))
  for (let n = 0; n < 10; n += 1) void ahead(signal)
  await vi.advanceTimersByTimeAsync(0)
  send.mockClear()
  await vi.advanceTimersByTimeAsync(600)
  expect(send).toHaveBeenCalledTimes(2)
})

test('a sent file wakes the sender at once', async () => {
  const { wake } = start([{ hasMoved: true }])
  await vi.advanceTimersByTimeAsync(0)
  expect(wake).toHaveBeenCalledTimes(1)
})

test('an ended session is not retried by itself', async () => {
  const over = new ApiError(403, { code: 'signed_out', message: 'over' })
  const { send } = start([{ hasMoved: false, stoppedBy: over }])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledTimes(1)
})
