import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { QUE_STREAM_PATH } from '#contract/calls/exam-queue.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { ScreenUid } from '#contract/masters/que-screen.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { readQueue } from './display-handlers.ts'
import { type DisplayScreen, findDisplay } from './display-store.ts'
import type { DisplayThrottle } from './display-throttle.ts'

const HEARTBEAT_MS = 15_000
/** The first change after a pause is looked at at once, those that follow it together, so often at most. */
const GATHER_MS = 150
const UNREAD_MAX_BYTES = 16_384

/**
 * Mounts the stream of a public display: `data: changed` says that its list is another one, and nothing else; the
 * display then asks for it as always. What changes elsewhere in the house is looked at here and never told
 * (docs/decisions/128).
 */
export function serveDisplayStream(app: FastifyInstance, throttle: DisplayThrottle): void {
  const { kernel } = app
  const open = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of open) end()
  })
  app.get<{ Params: { uid: string } }>(`${QUE_STREAM_PATH}/:uid`, {
    config: { base: 'php', name: 'que/stream' },
    handler: async ({ params, ip }, reply) => {
      const now = kernel.now()
      throttle.admit(ip, now)
      const uid = ScreenUid.safeParse(params.uid)
      const screen = uid.success && (await kernel.database.entry((tx) => findDisplay(tx, uid.data)))
      if (!screen) {
        throttle.missed(ip, now)
        throw new Refusal('not_found')
      }
      const giveBack = throttle.takeStream(ip)
      const end = startStream(kernel, screen, params.uid, reply)
      open.add(end)
      reply.raw.once('close', () => {
        end()
        giveBack()
        open.delete(end)
      })
      return reply
    },
  })
}

// Returns what ends the stream; ending twice is harmless.
function startStream(kernel: Kernel, screen: DisplayScreen, uid: string, reply: FastifyReply): () => void {
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
  const watch = watchList(kernel, screen.client_id, uid, {
    onChange: () => send('data: changed\n\n'),
    onGone: () => end(),
  })
  const beat = setInterval(() => send(': here\n\n'), HEARTBEAT_MS)
  const end = () => {
    clearInterval(beat)
    watch.stop()
    raw.end()
  }
  send(': open\n\n')
  return end
}

// A display shows visits, and what masters say of itself and its machines; studies and reports say nothing to it.
const mayShow = (scopes: readonly string[]) => scopes.some((scope) => !/^(branch|doctor|user):/.test(scope))

interface WatchEnds {
  onChange: () => void
  /** The screen is switched off, deleted or has another address. */
  onGone: () => void
}

/** Looks at a display's list after each burst of changes in its house and tells when it is another one. */
function watchList(kernel: Kernel, clientId: string, uid: string, { onChange, onGone }: WatchEnds) {
  let shown: string | undefined
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let looking: Promise<void> | undefined
  let lookedAt = -Infinity
  const look = async () => {
    lookedAt = performance.now()
    const digest = await digestOf(kernel, uid)
    if (isStopped) return
    if (digest === undefined) onGone()
    else if (shown !== undefined && shown !== digest) onChange()
    shown = digest
  }
  const lookSoon = () => {
    const wait = Math.max(0, lookedAt + GATHER_MS - performance.now())
    timer ??= setTimeout(() => {
      timer = undefined
      // One look at a time; a change during it is looked at after it. While the database does not answer, nothing is
      // known: the display asks by itself every five seconds.
      looking = (looking ?? Promise.resolve()).then(look).catch(() => undefined)
    }, wait)
  }
  looking = look().catch(() => undefined)
  const stopListening = kernel.pokes.listen(clientId, { wants: mayShow, hear: lookSoon })
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      stopListening()
    },
  }
}

async function digestOf({ database, now }: Kernel, uid: string): Promise<string | undefined> {
  const list = await database.entry(async (tx) => {
    const screen = await findDisplay(tx, uid)
    return screen && readQueue(tx, screen, uid, now())
  })
  if (!list) return undefined
  const { at: _, ...shown } = list
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
}
