import { QUE_STREAM_PATH } from '#contract/calls/exam-queue.ts'
import { QUEUE_DISPLAY_MS } from '#domain/time/intervals.ts'

/**
 * Calls back whenever the server says that the list of this display changed, and whenever the stream opens or is cut. The browser
 * comes back by itself after a cut; after a refusal it does not, so the stream is opened anew then.
 */
export function listenToScreen(uid: string, onPoke: () => void): () => void {
  let stream: EventSource
  const open = () => {
    stream = new EventSource(`${QUE_STREAM_PATH}/${encodeURIComponent(uid)}`)
    stream.addEventListener('open', onPoke)
    stream.addEventListener('message', onPoke)
    // A cut is noticed here first: asking finds out whether the line is down.
    stream.addEventListener('error', onPoke)
  }
  open()
  const watch = setInterval(() => {
    if (stream.readyState === EventSource.CLOSED) open()
  }, QUEUE_DISPLAY_MS)
  return () => {
    clearInterval(watch)
    stream.close()
  }
}
