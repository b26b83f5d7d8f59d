import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAllowedAddress } from '#server/kernel/auth/allowed-address.ts'
import { getCaller } from '#server/kernel/auth/get-caller.ts'
import { findListener } from '#server/kernel/auth/session-store.ts'
import { findToken } from '#server/kernel/auth/token.ts'
import type { Caller } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { openEventStream } from '#server/kernel/http/open-event-stream.ts'
import { callerOf } from '#server/kernel/http/serve-calls.ts'
import { selectGrantedScopes } from '../pull/granted-scopes.ts'
import { rightsMarkOf } from '../pull/rights-mark.ts'
import { selectHead } from './feed-head.ts'
import { listenToFeed } from './feed-listener.ts'
import { PokeLine } from './poke-line.ts'
import { StreamShare } from './stream-share.ts'

export const STREAM_PATH = '/api/sync/stream'
const HEARTBEAT_MS = 15_000
/** A reader whose connection was destroyed reconnects with its cursor and misses nothing. */
const UNREAD_MAX_BYTES = 65_536

/** The open streams of this process. */
export interface Streams {
  /**
   * A pull of this session was granted these scopes with rights of this mark: its streams report on them from now on.
   */
  granted: (sessionId: string, scopes: readonly string[], mark: string) => void
}

/**
 * Mounts the stream of pokes: `data: <position> <scope> <scope>` names the reader's own scopes that have grown, but not
 * what changed. Without scopes, any may have grown. Read by fetch with the session's header, never with a token in the
 * URL. Streams end when the server stops, when the session is over or its person may no longer call from that address,
 * when the reader does not read, or when newer ones took its share.
 */
export function serveStream(app: FastifyInstance, heartbeatMs = HEARTBEAT_MS): Streams {
  const { kernel } = app
  const open = new StreamShare()
  const ofSessions = new Map<string, Set<Watched>>()
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
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const { sessionId, clientId, userId } = caller
      const start = await readStart(kernel, caller)
      const { end, watched } = startStream(kernel, request, reply, { ...start, heartbeatMs })
      const takeOut = open.add({ session: sessionId, person: `${clientId} ${userId}`, end })
      const ofSession = ofSessions.get(sessionId) ?? new Set()
      ofSessions.set(sessionId, ofSession.add(watched))
      reply.raw.once('close', () => {
        end()
        takeOut()
        ofSession.delete(watched)
        if (ofSession.size === 0 && ofSessions.get(sessionId) === ofSession) ofSessions.delete(sessionId)
      })
      // The connection may have closed while the scopes were read.
      if (reply.raw.destroyed) reply.raw.emit('close')
    },
  })
  return {
    granted: (sessionId, scopes, mark) => {
      for (const watched of ofSessions.get(sessionId) ?? []) {
        watched.mark = mark
        watched.line.grant(scopes)
      }
    },
  }
}

const readStart = ({ database }: Kernel, caller: Caller) =>
  database.tenant(caller.clientId, async (tx) => ({
    scopes: await selectGrantedScopes(tx, caller),
    pos: (await selectHead(tx, caller.clientId)).pos,
  }))

interface StreamOptions {
  scopes: readonly string[]
  /** The feed's position before the stream listened; its reader pulls when it opens. */
  pos: number
  heartbeatMs: number
}

// `end` may be called twice.
function startStream(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  { scopes, pos, heartbeatMs }: StreamOptions,
): { end: () => void; watched: Watched } {
  const caller = callerOf(request)
  const stream = openEventStream(reply, {
    heartbeatMs,
    unreadMaxBytes: UNREAD_MAX_BYTES,
    onBeat: () => void followRights(kernel, request, watched, end),
  })
  const line = new PokeLine(scopes, stream.send)
  const stopListening = kernel.pokes.listen(caller.clientId, line)
  kernel.pokes.begin(caller.clientId, pos)
  const watched = { mark: rightsMarkOf(caller), line }
  const end = () => {
    stopListening()
    line.close()
    stream.end()
  }
  stream.begin()
  return { end, watched }
}

interface Watched {
  line: PokeLine
  /** The mark of the rights with which the poke line last got its scopes. */
  mark: string
}

async function followRights(
  kernel: Kernel,
  request: FastifyRequest,
  watched: Watched,
  end: () => void,
): Promise<void> {
  const token = findToken(request.headers)
  try {
    const found = await findListener(kernel.database.pool, token ?? '', kernel.now())
    if (found === undefined || !isAllowedAddress(request.ip, found.allowedIps)) return end()
    const caller: Caller = { ...found.caller, timeZone: callerOf(request).timeZone, address: request.ip }
    const mark = rightsMarkOf(caller)
    if (mark === watched.mark) return
    watched.line.grant((await readStart(kernel, caller)).scopes)
    watched.mark = mark
  } catch {
    // While the database does not respond, the session's state is unknown; the next heartbeat checks again.
  }
}
