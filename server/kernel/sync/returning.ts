import type { SignedReceipt } from '#contract/calls/sync.ts'
import { ERROR_CODES, Refusal } from '#contract/kernel/error-codes.ts'
import type { Kernel } from '../http/kernel.ts'
import { isGenuine, type Receiver } from './receipts.ts'
import { noteLacking, noteRefusal } from './restored.ts'
import type { IncomingCommand } from './run-command.ts'

/** What came back waits so long for what another device is still to bring; then a person decides. */
const WAIT_MS = 15 * 60_000
/** The refusals that may end with what another device brings: a record that is not there yet, an older text. */
const STATUSES: readonly number[] = [400, 404, 409, 422]

/** Of the receipts that came with a command, those that this server signed for exactly it in an earlier history. */
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
 * What a failed command is answered with. One that was acknowledged before a restore and is refused now may lack what
 * another device brings a moment later: it waits as if it depended on that, for a quarter of an hour since it was first
 * named. Its last refusal is kept for the report of the restore.
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
