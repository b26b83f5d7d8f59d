import type { Credentials } from '../api/headers.ts'
import { headersOf } from '../api/headers.ts'

/** The stream of pokes; it has no contract of its own because it never ends (server/kernel/sync/stream.ts). */
const STREAM_URL = '/api/sync/stream'
/** The server says something every 15 s; a stream that says nothing for this long is dead. */
const SILENCE_MS = 40_000

export interface StreamPorts {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  credentials: () => Credentials | undefined
  now: () => Date
  zone: string
  /** The server's feed has grown. */
  onPoke: () => void
  silenceMs?: number
}

/**
 * Reads the stream until it ends, falls silent or `signal` aborts. By fetch, so that the token travels in a header and
 * never in an address. Its opening counts as a poke: what happened before is not told again. Throws where it could not
 * be opened.
 */
export async function readStream(ports: StreamPorts, signal: AbortSignal): Promise<void> {
  const silenceMs = ports.silenceMs ?? SILENCE_MS
  const dead = new AbortController()
  const headers = headersOf('api', ports.credentials(), ports.now(), ports.zone)
  const response = await ports.fetch(STREAM_URL, { headers, signal: AbortSignal.any([signal, dead.signal]) })
  if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}`)
  ports.onPoke()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let silence = setTimeout(() => dead.abort(), silenceMs)
  try {
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(silence)
      silence = setTimeout(() => dead.abort(), silenceMs)
      const events = (rest + part.value).split('\n\n')
      rest = events.pop() ?? ''
      if (events.some((event) => event.startsWith('data:'))) ports.onPoke()
    }
  } finally {
    clearTimeout(silence)
  }
}
