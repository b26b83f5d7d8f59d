import { QUE_STREAM_PATH } from '#contract/calls/exam-queue.ts'
import { QUEUE_DISPLAY_MS } from '#domain/time/intervals.ts'

/**
 * Calls back whenever the server reports a change of this display's list, and whenever the stream opens or breaks. The
 * browser reconnects by itself after a break, but not after a refusal, so the stream is then reopened here.
 */
export function listenToScreen(uid: string, onPoke: () => void): () => void {
  let stream: EventSource
  const open = () => {
    stream = new EventSource(`${QUE_STREAM_PATH}/${encodeURIComponent(uid)}`)
    stream.addEventListener('open', onPoke)
    stream.addEventListener('message', onPoke)
    // A break is noticed here first: a request tells whether the connection is down.
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
