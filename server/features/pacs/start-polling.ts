import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { openImageServer } from '#server/integrations/pacs/open-image-server.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { type ClaimedPacs, claimPacs, LEASE_SECONDS, releasePacs } from './claims.ts'
import { type PollingContext, pollForEver } from './poll-loop.ts'

export interface PollingOptions {
  kernel: PollingContext['kernel'] & Pick<Kernel, 'wayOut'>
  onError: (error: unknown) => void
  /** Tests look for new servers more often. */
  claimEveryMs?: number
}

export interface Polling {
  /** Ends all loops and gives the servers back; resolves when nothing runs any more. */
  stop: () => Promise<void>
}

/** New and switched-on servers are found, and claims renewed, several times within a lease. */
const CLAIM_EVERY_MS = 3_000

interface RunningLoop {
  stop: AbortController
  done: Promise<void>
  /** When the claim ends unless it is renewed, by this process's own clock. */
  heldUntil: number
}

/**
 * Polls all active image servers, each in a loop of its own, so that one that is down, slow
 * or talks nonsense delays nothing else. With several server processes each image server is polled by one of them.
 */
export function startPacsPolling({
  kernel,
  onError,
  claimEveryMs = CLAIM_EVERY_MS,
}: PollingOptions): Polling {
  const pollerId = randomUUID()
  const stopAll = new AbortController()
  const loops = new Map<string, RunningLoop>()
  const room: PollingContext = {
    kernel,
    openServer: (pacs) => openImageServer(pacs, kernel.wayOut(pacs.client_id)),
    onError,
  }
  const supervise = async () => {
    while (!stopAll.signal.aborted) {
      await claimPacs(kernel.database, pollerId)
        .then((held) => keepLoops(room, loops, held))
        .catch(onError)
      endExpired(loops)
      await wait(claimEveryMs, undefined, { signal: stopAll.signal }).catch(() => undefined)
    }
  }
  const supervisor = supervise()
  return {
    async stop() {
      stopAll.abort()
      // A claim that is just being answered may still start a loop: none can once the supervisor has ended.
      await supervisor
      const running = [...loops.values()]
      for (const loop of running) loop.stop.abort()
      await Promise.all(running.map((loop) => loop.done))
      await releasePacs(kernel.database, pollerId).catch(onError)
    },
  }
}

/** Starts loops for what was newly claimed and renews what is held. */
function keepLoops(
  room: PollingContext,
  loops: Map<string, RunningLoop>,
  held: readonly ClaimedPacs[],
): void {
  const heldUntil = Date.now() + LEASE_SECONDS * 1000
  for (const pacs of held) {
    const running = loops.get(pacs.pacs_id)
    if (running) running.heldUntil = heldUntil
    else loops.set(pacs.pacs_id, startLoop(room, loops, pacs, heldUntil))
  }
}

/** Without a database to renew at, another process may have taken over by now. */
function endExpired(loops: ReadonlyMap<string, RunningLoop>): void {
  for (const loop of loops.values()) if (loop.heldUntil < Date.now()) loop.stop.abort()
}

function startLoop(
  room: PollingContext,
  loops: Map<string, RunningLoop>,
  pacs: ClaimedPacs,
  heldUntil: number,
): RunningLoop {
  const stop = new AbortController()
  const done = pollForEver(room, pacs, stop.signal)
    .catch(room.onError)
    .finally(() => loops.delete(pacs.pacs_id))
  return { stop, done, heldUntil }
}
