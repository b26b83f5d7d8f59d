import { ApiError } from '../api/errors.ts'
import { type Bell, pause } from '../leader/bell.ts'
import { waitAfterErrorMs } from '../outbox/outcome.ts'
import type { FilesSent } from './send-files.ts'

/** What sending files ahead of the commands needs of its sender. */
export interface FilesAheadPorts {
  /** Sends the files that wait. */
  send: () => Promise<FilesSent>
  random: () => number
  onError?: ((error: unknown) => void) | undefined
}

/**
 * Sends the files that wait beside the commands, so that a large picture on a slow line delays nothing but the text that
 * names it. Rings `bell` where something went, and after a pause where the line failed: the sender asks again then.
 */
export function createFilesAhead(
  { send, random, onError }: FilesAheadPorts,
  bell: Pick<Bell, 'ring'>,
): (signal: AbortSignal) => Promise<void> {
  let failures = 0
  let isPausing = false

  async function askAgain(error: unknown, signal: AbortSignal): Promise<void> {
    if (isPausing) return
    failures += 1
    isPausing = true
    await pause(waitAfterErrorMs(error, failures, random()), signal)
    isPausing = false
    bell.ring()
  }

  return async (signal) => {
    try {
      const { hasMoved, stoppedBy } = await send()
      if (hasMoved) {
        failures = 0
        bell.ring()
      }
      if (stoppedBy !== undefined && mayPass(stoppedBy)) await askAgain(stoppedBy, signal)
    } catch (error) {
      onError?.(error)
    }
  }
}

// An ended session waits for the sign-in, which wakes the sender.
const mayPass = (error: unknown) => !(error instanceof ApiError) || error.status === 503
