import ky from 'ky'
import { BASE_HISTORY_HEADER } from '#contract/kernel/base-history.ts'
import { BASES, type Base } from '#contract/kernel/bases.ts'
import { NOTE_HEADER } from '#contract/kernel/note-header.ts'
import { pageDevice } from './page-device.ts'

/** Sends a request: the browser's `fetch`, or a scripted one in a test. */
export type FetchPort = (url: string, init: RequestInit) => Promise<Response>

/** The exports of this file, for callers that load it later. */
export interface Transport {
  ask: typeof ask
  askJson: typeof askJson
}

/** One request to our server. */
export interface Question {
  base: Base
  /** Starts with a slash; includes the query. */
  path: string
  method: 'GET' | 'POST'
  body?: string
  /** Read when the request is sent. */
  headers: () => Readonly<Record<string, string>>
  /** Until the last byte of the response; false for responses that stream. */
  timeoutMs: number | false
  signal?: AbortSignal
  /** The request continues after its page is closed. */
  keepalive?: boolean
}

// Relative URLs do not resolve outside of a page; a scripted fetch never sees the origin.
const ORIGIN = typeof location === 'undefined' ? 'http://localhost' : location.origin

// The outbox and the screens decide about retries; the caller reads refusals.
const client = ky.create({ retry: 0, throwHttpErrors: false, cache: 'no-store' })

function send(fetch: FetchPort, question: Question) {
  const { base, path, method, body, headers, timeoutMs, signal, keepalive } = question
  const { prefix } = BASES[base]
  return client(path, {
    prefix: `${ORIGIN}${prefix}`,
    method,
    body,
    signal,
    timeout: timeoutMs,
    totalTimeout: timeoutMs,
    hooks: {
      beforeRequest: [
        ({ request }) => {
          for (const [name, value] of Object.entries(headers())) request.headers.set(name, value)
          const history = pageDevice()?.history()
          if (history !== undefined && method === 'POST') request.headers.set(BASE_HISTORY_HEADER, history)
        },
      ],
    },
    fetch: (input) => {
      const request = input as Request
      const headers = Object.fromEntries(request.headers)
      const sent = { method, headers, body, cache: 'no-store', keepalive } as const
      return fetch(`${prefix}${path}`, { ...sent, signal: request.signal })
    },
  })
}

/**
 * Sends one request and returns the response, its body unread. Throws if no response comes within the time limit, and
 * the AbortError of `signal`.
 */
export function ask(fetch: FetchPort, question: Question): Promise<Response> {
  return send(fetch, question)
}

/** As `ask`, with the body parsed as JSON: undefined if it is not JSON, or did not arrive in time. */
export async function askJson(
  fetch: FetchPort,
  question: Question,
): Promise<{ response: Response; body: unknown }> {
  const answer = send(fetch, question)
  const response = await answer
  const note = response.headers.get(NOTE_HEADER)
  if (note !== null) pageDevice()?.keepNote(note)
  return { response, body: await answer.json().catch(() => undefined) }
}
