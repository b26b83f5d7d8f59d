import type { Credentials } from '../api/headers.ts'
import { headersOf } from '../api/headers.ts'

/** The stream of pokes; it has no contract of its own because it never ends (server/kernel/sync/stream.ts). */
const STREAM_URL = '/api/sync/stream'
/** The server says something every 15 s; a stream that says nothing for this long is dead. */
const SILENCE_MS = 40_000

/** A poke that names what it is about. */
export interface Poke {
  /** Where the feed stands. */
  pos: number
  /** The person's own scopes that changed. */
  scopes: readonly string[]
}

export interface StreamPorts {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  credentials: () => Credentials | undefined
  now: () => Date
  zone: string
  /** The server's feed has grown; by what is said where the server says it. */
  onPoke: (poke?: Poke) => void
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
      for (const poke of events.filter((event) => event.startsWith('data:'))) ports.onPoke(readPoke(poke))
    }
  } finally {
    clearTimeout(silence)
  }
}

/** `data: <position> <scope> <scope>`; undefined for one without scopes: anything may have changed. */
function readPoke(event: string): Poke | undefined {
  const [pos, ...scopes] = event.slice('data:'.length).trim().split(' ')
  return scopes.length > 0 ? { pos: Number(pos), scopes } : undefined
}
