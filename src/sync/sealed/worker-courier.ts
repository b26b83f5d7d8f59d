import { callFromWorker } from '../api/call-from-worker.ts'
import { deliverSealedWork } from './courier.ts'
import { browserCourierPorts } from './courier-ports.ts'
import { DELIVER_MESSAGE } from './deliver-message.ts'

/** An open page answers within this time, or it is frozen. */
const PAGE_ANSWERS_MS = 1_000
/** The browser gives a service worker event minutes, not hours. */
const ROUND_MS = 120_000

/** The used part of the service worker's `clients`. */
interface Pages {
  matchAll: (options: {
    type: 'window'
  }) => Promise<readonly { postMessage: (message: unknown, transfer: Transferable[]) => void }[]>
}

/**
 * Delivers the sealed work of this device: through an open page if one answers, otherwise from the service worker
 * itself. Throws if something still waits, so that the browser wakes the worker again.
 */
export async function deliverFromWorker(pages: Pages, deliver = deliverHere): Promise<void> {
  if (await hasPageThatDelivers(pages)) return
  const left = await deliver(AbortSignal.any([stopping.signal, AbortSignal.timeout(ROUND_MS)]))
  if (left > 0) throw new Error(`${left} sealed commands wait for another try`)
}

let stopping = new AbortController()

/**
 * Ends the running rounds of this worker. A newer build does not take over while an event of the old one lasts, and a
 * request on a dead connection lasts for minutes. Undelivered commands stay in the queue.
 */
export function stopDelivering(): void {
  stopping.abort()
  stopping = new AbortController()
}

const deliverHere = (signal: AbortSignal) => deliverSealedWork(browserCourierPorts(callFromWorker), signal)

async function hasPageThatDelivers(pages: Pages): Promise<boolean> {
  const open = await pages.matchAll({ type: 'window' })
  if (open.length === 0) return false
  const answers = open.map(
    (page) =>
      new Promise<boolean>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(true))
        port1.start()
        page.postMessage({ type: DELIVER_MESSAGE }, [port2])
      }),
  )
  const silence = new Promise<boolean>((resolve) => setTimeout(resolve, PAGE_ANSWERS_MS, false))
  return Promise.race([...answers, silence])
}
