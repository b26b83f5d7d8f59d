import { expect, test, vi } from 'vitest'
import { DELIVER_MESSAGE } from '#src/sync/sealed/deliver-message.ts'
import { deliverFromWorker, stopDelivering } from '#src/sync/sealed/worker-courier.ts'

/** A window as the service worker sees it; a frozen one does not answer. */
const aPage = (isAwake: boolean) => ({
  postMessage: vi.fn((_: unknown, [port]: Transferable[]) => {
    if (isAwake) (port as MessagePort).postMessage(true)
  }),
})
const pagesOf = (...open: ReturnType<typeof aPage>[]) => ({ matchAll: async () => open })

test('the worker asks an awake page to deliver and does not deliver itself', async () => {
  const [frozen, awake] = [aPage(false), aPage(true)]
  const deliver = vi.fn(async () => 0)
  await deliverFromWorker(pagesOf(frozen, awake), deliver)
  expect(awake.postMessage.mock.calls[0]?.[0]).toEqual({ type: DELIVER_MESSAGE })
  expect(deliver).not.toHaveBeenCalled()
})

test('without a response from a page the worker delivers itself', async () => {
  for (const pages of [pagesOf(), pagesOf(aPage(false))]) {
    const deliver = vi.fn(async () => 0)
    await deliverFromWorker(pages, deliver)
    expect(deliver).toHaveBeenCalledOnce()
  }
})

test('remaining work makes the browser wake the worker again', async () => {
  await expect(deliverFromWorker(pagesOf(), async () => 2)).rejects.toThrow('2 sealed commands')
})

test('a round ends when a newer build takes over, and the next one starts from the beginning', async () => {
  const lasting = vi.fn(
    (signal: AbortSignal) =>
      new Promise<number>((resolve) => signal.addEventListener('abort', () => resolve(1))),
  )
  const round = deliverFromWorker(pagesOf(), lasting)
  await vi.waitFor(() => expect(lasting).toHaveBeenCalledOnce())
  stopDelivering()
  await expect(round).rejects.toThrow('1 sealed commands')
  const deliver = vi.fn(async (signal: AbortSignal) => (signal.aborted ? 1 : 0))
  await deliverFromWorker(pagesOf(), deliver)
  expect(deliver).toHaveBeenCalledOnce()
})
