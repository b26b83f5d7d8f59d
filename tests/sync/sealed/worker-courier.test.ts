import { expect, test, vi } from 'vitest'
import { DELIVER_MESSAGE } from '#src/sync/sealed/deliver-message.ts'
import { deliverFromWorker } from '#src/sync/sealed/worker-courier.ts'

/** A window as the service worker sees it; a frozen one answers nothing. */
const aPage = (isAwake: boolean) => ({
  postMessage: vi.fn((_: unknown, [port]: Transferable[]) => {
    if (isAwake) (port as MessagePort).postMessage(true)
  }),
})
const pagesOf = (...open: ReturnType<typeof aPage>[]) => ({ matchAll: async () => open })

test('a page that is awake is asked to deliver, and the worker keeps out of it', async () => {
  const [frozen, awake] = [aPage(false), aPage(true)]
  const deliver = vi.fn(async () => 0)
  await deliverFromWorker(pagesOf(frozen, awake), deliver)
  expect(awake.postMessage.mock.calls[0]?.[0]).toEqual({ type: DELIVER_MESSAGE })
  expect(deliver).not.toHaveBeenCalled()
})

test('where no page answers the worker delivers itself', async () => {
  for (const pages of [pagesOf(), pagesOf(aPage(false))]) {
    const deliver = vi.fn(async () => 0)
    await deliverFromWorker(pages, deliver)
    expect(deliver).toHaveBeenCalledOnce()
  }
})

test('what still waits makes the browser wake the worker again', async () => {
  await expect(deliverFromWorker(pagesOf(), async () => 2)).rejects.toThrow('2 sealed commands')
})
