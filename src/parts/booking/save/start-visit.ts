import { startVisit as start } from '#src/sync/desk/start-visit.ts'
import { awaitOutcome } from '#src/sync/outbox/look/await-outcome.ts'
import { notifyError } from '#src/ui/notes/notify.ts'
import { BOOKING_WORDS as WORDS } from '../words.ts'

/**
 * Starts a visit that was just booked: queued after its booking in the same lane, on this device or on the server. If
 * it cannot be started it stays booked, and the person is notified.
 */
export async function startVisit(visit: { id: string; branch_id: string }): Promise<void> {
  const command = await start(visit, WORDS.startLabel).catch((error: Error) => {
    notifyError(error)
  })
  if (command === undefined) return
  const outcome = await awaitOutcome(command)
  if (outcome.kind === 'parked') notifyError(new Error(outcome.refusal?.message ?? WORDS.refused))
}
