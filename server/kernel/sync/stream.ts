import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAllowedAddress } from '../auth/allowed-address.ts'
import { getCaller } from '../auth/get-caller.ts'
import { findListenerNetworks } from '../auth/session-store.ts'
import { findToken } from '../auth/token.ts'
import type { Kernel } from '../http/kernel.ts'
import { callerOf } from '../http/serve-calls.ts'
import { listenToFeed } from './feed-listener.ts'
import { StreamShare } from './stream-share.ts'

export const STREAM_PATH = '/api/sync/stream'
const HEARTBEAT_MS = 15_000
/** A reader that leaves this much unread is gone or stuck; it comes back with its cursor and misses nothing. */
const UNREAD_MAX_BYTES = 65_536

/**
 * Mounts the stream of pokes: `data: <position>` says that the client's feed has grown, nothing about what changed.
 * Read by fetch with the session's header, never with a token in the address. Streams end when the server stops, when
 * the session is over or its person may no longer call from there, when the reader does not read, or when newer ones
 * took its share.
 */
export function serveStream(app: FastifyInstance, heartbeatMs = HEARTBEAT_MS): void {
  const { kernel } = app
  const open = new StreamShare()
  const listener = listenToFeed(kernel.database.pool, kernel.pokes)
  app.addHook('preClose', async () => {
    open.endAll()
  })
  app.addHook('onClose', () => listener.stop())
  app.get(STREAM_PATH, {
    config: { base: 'api', name: 'sync/stream' },
    onRequest: async (request) => {
      request.caller = await getCaller(kernel, request)
    },
    handler: (request, reply) => {
      const { sessionId, clientId, userId } = callerOf(request)
      const end = startStream(kernel, request, reply, heartbeatMs)
      const takeOut = open.add({ session: sessionId, person: `${clientId} ${userId}`, end })
      reply.raw.once('close', () => {
        end()
        takeOut()
      })
    },
  })
}

// Answers what ends the stream; ending twice is harmless.
function startStream(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  heartbeatMs: number,
): () => void {
  const { clientId } = callerOf(request)
  const { raw } = reply
  reply.hijack()
  // A hijacked answer loses what hooks have set, the security headers among them.
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  const send = (text: string) => {
    if (raw.writableLength > UNREAD_MAX_BYTES) raw.destroy()
    else raw.write(text)
  }
  const stopListening = kernel.pokes.listen(clientId, (pos) => send(`data: ${pos}\n\n`))
  const beat = setInterval(() => {
    send(': here\n\n')
    void endWithSession(kernel, request, end)
  }, heartbeatMs)
  const end = () => {
    clearInterval(beat)
    stopListening()
    raw.end()
  }
  send(': open\n\n')
  return end
}

async function endWithSession(kernel: Kernel, request: FastifyRequest, end: () => void): Promise<void> {
  const token = findToken(request.headers)
  try {
    const networks = await findListenerNetworks(kernel.database.pool, token ?? '', kernel.now())
    if (networks === undefined || !isAllowedAddress(request.ip, networks)) end()
  } catch {
    // While the database does not answer, nothing is known about the session; the next beat asks again.
  }
}
