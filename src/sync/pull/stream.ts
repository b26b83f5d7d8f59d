import type { Credentials } from '../api/headers.ts'
import { headersOf } from '../api/headers.ts'

/** The stream of pokes; it has no contract because it never ends (server/kernel/sync/feed/stream.ts). */
const STREAM_URL = '/api/sync/stream'
/** The server sends something every 15 s; a stream that is silent for this long is dead. */
const SILENCE_MS = 40_000

/** A poke with details. */
export interface Poke {
  /** The current end of the feed. */
  pos: number
  /** The reader's own scopes that changed. */
  scopes: readonly string[]
}

export interface StreamPorts {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  credentials: () => Credentials | undefined
  now: () => Date
  zone: string
  /** The server's feed has grown; with details if the server sends them. */
  onPoke: (poke?: Poke) => void
  silenceMs?: number
}

/**
 * Reads the stream until it ends, falls silent or `signal` aborts. Uses fetch, so that the token travels in a header
 * and never in a URL. Opening it counts as a poke, because earlier pokes are not repeated. Throws if it cannot be
 * opened.
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
      for (const poke of events.filter((event) => event.startsWith('data:'))) ports.onPoke(readPoke(poke))
    }
  } finally {
    clearTimeout(silence)
  }
}

/** Parses `data: <position> <scope> <scope>`; undefined for one without scopes: anything may have changed. */
function readPoke(event: string): Poke | undefined {
  const [pos, ...scopes] = event.slice('data:'.length).trim().split(' ')
  return scopes.length > 0 ? { pos: Number(pos), scopes } : undefined
}
