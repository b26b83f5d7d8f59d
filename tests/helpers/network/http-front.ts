import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A server in front of another one: it forwards everything, and can serve a newer service worker than the
 * other one has.
 */
export interface HttpFront {
  url: string
  /** From now on serves the service worker of a newer build with the same files. */
  renewWorker: () => void
  /**
   * From now on holds the responses to calls of this path; the calls take effect. Returns the count of held
   * responses, and a function that releases them.
   */
  hold: (path: string) => { count: () => number; release: () => void }
  close: () => Promise<void>
}

const WORKER_PATH = '/sw.js'

/** Starts a front on loopback for the server at `target`. */
export async function startHttpFront(target: string): Promise<HttpFront> {
  let builds = 0
  let held: { path: string; waiting: (() => void)[] } | undefined
  const pass = (asked: IncomingMessage, answer: ServerResponse) => {
    const isWorker = asked.url === WORKER_PATH && builds > 0
    const headers = { ...asked.headers }
    if (isWorker) {
      for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name]
    }
    const passed = request(new URL(asked.url ?? '/', target), { method: asked.method, headers }, (given) => {
      const { 'content-length': length, etag, ...rest } = given.headers
      const kept = isWorker
        ? rest
        : { ...rest, ...(length && { 'content-length': length }), ...(etag && { etag }) }
      const send = () => {
        answer.writeHead(given.statusCode ?? 502, kept)
        // Sends each part at once, because a stream sends little at a time.
        answer.flushHeaders()
        given.pipe(answer, { end: !isWorker })
        if (isWorker) given.once('end', () => answer.end(`\n// build ${builds}\n`))
      }
      if (held && asked.url?.includes(held.path)) held.waiting.push(send)
      else send()
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  }
  const server = createServer(pass).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    renewWorker: () => {
      builds += 1
    },
    hold: (path) => {
      const own = { path, waiting: [] as (() => void)[] }
      held = own
      return {
        count: () => own.waiting.length,
        release: () => {
          held = undefined
          for (const send of own.waiting) send()
        },
      }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
