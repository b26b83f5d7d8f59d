import { ApiError } from '../api/errors.ts'
import { pause, type WakeSignal } from '../leader/wake-signal.ts'
import { waitAfterErrorMs } from '../outbox/settle/outcome.ts'
import type { FilesSent } from './send-files.ts'

/** The ports for sending files ahead of commands. */
export interface FilesAheadPorts {
  /** Sends the waiting files. */
  send: () => Promise<FilesSent>
  random: () => number
  onError?: ((error: unknown) => void) | undefined
}

/**
 * Sends waiting files in parallel with commands, so that a large image on a slow connection delays only the text that
 * names it. Wakes the sender when a file was sent, and after a pause when the network failed.
 */
export function createFilesAhead(
  { send, random, onError }: FilesAheadPorts,
  wakeSignal: Pick<WakeSignal, 'wake'>,
): (signal: AbortSignal) => Promise<void> {
  let failures = 0
  let isPausing = false

  async function askAgain(error: unknown, signal: AbortSignal): Promise<void> {
    if (isPausing) return
    failures += 1
    isPausing = true
    await pause(waitAfterErrorMs(error, failures, random()), signal)
    isPausing = false
    wakeSignal.wake()
  }

  return async (signal) => {
    try {
      const { hasMoved, stoppedBy } = await send()
      if (hasMoved) {
        failures = 0
        wakeSignal.wake()
      }
      if (stoppedBy !== undefined && mayPass(stoppedBy)) await askAgain(stoppedBy, signal)
    } catch (error) {
      onError?.(error)
    }
  }
}

// If the session ended, wait for the sign-in, which wakes the sender.
const mayPass = (error: unknown) => !(error instanceof ApiError) || error.status === 503
