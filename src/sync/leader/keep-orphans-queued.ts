import { ORPHANS_FIRST_MS, ORPHANS_LOOK_MS } from '#domain/time/intervals.ts'
import { succeeds } from './succeeds.ts'
import { pause } from './wake-signal.ts'

export interface OrphanPorts {
  /** Queues the texts of closed pages; returns how many. */
  queueOrphans: () => Promise<number>
  onError: (error: unknown) => void
}

/** Looks for texts of pages that died, soon after the start and then every 30 s, until `signal` aborts. */
export async function keepOrphansQueued(
  { queueOrphans, onError }: OrphanPorts,
  signal: AbortSignal,
): Promise<void> {
  await pause(ORPHANS_FIRST_MS, signal)
  while (!signal.aborted) {
    await succeeds(queueOrphans(), onError)
    await pause(ORPHANS_LOOK_MS, signal)
  }
}
