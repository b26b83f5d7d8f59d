import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLock } from '#src/sync/session/lock/lock-state.ts'
import { PRINT_AFTER_MS, printInFrame } from '#src/ui/files/print-frame.ts'

const frames: HTMLIFrameElement[] = []

beforeEach(() => {
  frames.length = 0
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('about:blank')
  // This page loads no frames; the test fires the load event.
  vi.spyOn(document.body, 'append').mockImplementation((frame) => {
    frames.push(frame as HTMLIFrameElement)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('printing starts half a second after the paper has loaded, and once', async () => {
  vi.useFakeTimers()
  const print = vi.fn()
  const contentWindow = { focus: vi.fn(), print } as unknown as Window
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(contentWindow)
  const done = printInFrame(new Blob(['%PDF-']))
  frames[0]?.dispatchEvent(new Event('load'))
  expect(PRINT_AFTER_MS).toBe(500)
  vi.advanceTimersByTime(499)
  expect(print).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  await done
  expect(print).toHaveBeenCalledTimes(1)
})

test('the frame of an earlier print is replaced by the next', () => {
  void printInFrame(new Blob(['%PDF-']))
  const removed = vi.spyOn(frames[0] as HTMLIFrameElement, 'remove')
  void printInFrame(new Blob(['%PDF-']))
  expect(removed).toHaveBeenCalled()
  expect(frames).toHaveLength(2)
})

test('a locked page removes the paper, revokes its address and prints nothing', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const asked = printInFrame(new Blob(['%PDF-']))
  const removed = vi.spyOn(frames[0] as HTMLIFrameElement, 'remove')
  setLock({ kind: 'locked', why: 'asked', isOverdue: false })
  await asked
  expect(removed).toHaveBeenCalled()
  expect(revoke).toHaveBeenCalledWith('about:blank')
  await printInFrame(new Blob(['%PDF-']))
  setLock({ kind: 'none' })
  expect(frames).toHaveLength(1)
})
