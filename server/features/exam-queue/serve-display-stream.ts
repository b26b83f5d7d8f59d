import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { QUE_STREAM_PATH } from '#contract/calls/exam-queue.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { ScreenUid } from '#contract/masters/que-screen.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { openEventStream } from '#server/kernel/http/open-event-stream.ts'
import { readQueue } from './display-handlers.ts'
import { type DisplayScreen, findDisplay } from './display-store.ts'
import type { DisplayThrottle } from './display-throttle.ts'

const HEARTBEAT_MS = 15_000
/** Checks the first change after a pause at once; later changes are combined and checked at most this often. */
const GATHER_MS = 150
const UNREAD_MAX_BYTES = 16_384

/**
 * Mounts the stream of a public display. `data: changed` means that the list has changed; the display then fetches it
 * with the ordinary call. Other changes of the client are only checked here and never sent (docs/decisions/128).
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

// Returns a function that ends the stream; calling it twice is harmless.
function startStream(kernel: Kernel, screen: DisplayScreen, uid: string, reply: FastifyReply): () => void {
  const stream = openEventStream(reply, { heartbeatMs: HEARTBEAT_MS, unreadMaxBytes: UNREAD_MAX_BYTES })
  const watch = watchList(kernel, screen.client_id, uid, {
    onChange: () => stream.send('data: changed\n\n'),
    onGone: () => end(),
  })
  const end = () => {
    watch.stop()
    stream.end()
  }
  stream.begin()
  return end
}

// A display depends on visits and on master data of itself and its machines; never on studies or reports.
const mayShow = (scopes: readonly string[]) => scopes.some((scope) => !/^(branch|doctor|user):/.test(scope))

interface WatchEnds {
  onChange: () => void
  /** Called when the screen is switched off, deleted or has another uid. */
  onGone: () => void
}

/** Checks a display's list after each burst of changes of its client and calls `onChange` when it differs. */
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
      // One check at a time; a change during a check starts another one after it. Database errors are ignored: the
      // display polls by itself every five seconds.
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
