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
  /** Ends all loops and releases the servers; resolves once nothing runs any more. */
  stop: () => Promise<void>
}

/** Several times within a lease, so that new and activated servers are found and claims are renewed. */
const CLAIM_EVERY_MS = 3_000

interface RunningLoop {
  stop: AbortController
  done: Promise<void>
  /** When the claim ends without renewal, by this process's own clock. */
  heldUntil: number
}

/**
 * Polls all active image servers, each in its own loop, so that one that is down, slow or faulty delays no other.
 * With several server processes, each image server is polled by one of them.
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
      // A pending claim may still start a loop; after the supervisor has ended, none can.
      await supervisor
      const running = [...loops.values()]
      for (const loop of running) loop.stop.abort()
      await Promise.all(running.map((loop) => loop.done))
      await releasePacs(kernel.database, pollerId).catch(onError)
    },
  }
}

/** Starts loops for newly claimed servers and renews the ones held. */
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

/** Without a database connection for renewal, another process may have taken over by now. */
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
