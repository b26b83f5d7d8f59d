import type { SignedReceipt } from '#contract/calls/sync.ts'
import { ERROR_CODES, Refusal } from '#contract/kernel/error-codes.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { isGenuine, type Receiver } from './receipts.ts'
import { noteLacking, noteRefusal } from './restored.ts'
import type { IncomingCommand } from './run-command.ts'

/** How long a returning command waits for what other devices have yet to send; then a person decides. */
const WAIT_MS = 15 * 60_000
/** Refusals that another device's commands may resolve: a missing record, an older text. */
const STATUSES: readonly number[] = [400, 404, 409, 422]

/** Returns those of a command's receipts that this server signed for exactly it in an earlier history. */
export function provenReceipts(
  kernel: Pick<Kernel, 'keys' | 'epoch'>,
  receiver: Receiver,
  hash: Buffer,
  receipts: readonly SignedReceipt[] = [],
): SignedReceipt[] {
  const ofContent = hash.toString('base64')
  return receipts.filter(
    (receipt) =>
      receipt.epoch !== kernel.epoch && receipt.hash === ofContent && isGenuine(kernel, receiver, receipt),
  )
}

/**
 * Returns the error to answer a failed command with. One that was acknowledged before a restore and is refused now may
 * lack what another device sends a moment later: it waits as if it depended on that, for a quarter of an hour since it
 * was first named. Its last refusal is stored for the restore report.
 */
export async function waitForOthers(
  { database, epoch, now }: Kernel,
  { clientId, userId, commandId }: Receiver,
  { receipts = [], deviceId }: IncomingCommand,
  call: string,
  error: unknown,
): Promise<unknown> {
  if (receipts.length === 0 || !(error instanceof Refusal)) return error
  if (!STATUSES.includes(ERROR_CODES[error.code].status)) return error
  const at = now()
  const asked = await database.tenant(clientId, async (tx) => {
    await noteLacking(tx, { clientId, userId, commandId, deviceId, call, epoch, receipts, at })
    return noteRefusal(tx, { clientId, epoch, commandId, refusal: error.code })
  })
  const isYoung = asked !== undefined && at.getTime() - asked.getTime() < WAIT_MS
  return isYoung ? new Refusal('dependency') : error
}
