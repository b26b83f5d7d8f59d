/** Long enough for a service worker that has to start first. */
const WORKER_ANSWERS_MS = 1_000

/** Returns the service worker's reply; undefined if none controls this page, or if it does not reply in time. */
export async function askWorker<Answer>(message: object): Promise<Answer | undefined> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return undefined
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<Answer | undefined>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<Answer | null | undefined>) =>
      resolve(data ?? undefined),
    )
    setTimeout(() => resolve(undefined), WORKER_ANSWERS_MS)
  })
  port1.start()
  worker.postMessage(message, [port2])
  const found = await answer
  port1.close()
  return found
}

/** Gives the service worker something to hold; also works while the page unloads, when nothing can be awaited. */
export function tellWorker(message: object): void {
  navigator.serviceWorker?.controller?.postMessage(message)
}
