import type { SignedReceipt } from '#contract/calls/sync.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import type { Replay } from './command-log.ts'

/** Identifies the command of a receipt. */
export interface Receiver {
  clientId: string
  userId: string
  commandId: string
}

type Signing = Pick<Kernel, 'keys' | 'epoch'>

/**
 * Signs the server's confirmation that a command took effect. Only this server verifies it, so it is signed with a
 * secret stored with its keys, outside the database (docs/decisions/265).
 */
export function signReceipt(
  { keys, epoch }: Signing,
  receiver: Receiver,
  { hash, pos, rev, at, numbers }: Pick<Replay, 'hash' | 'pos' | 'rev' | 'at' | 'numbers'>,
): SignedReceipt {
  const said = {
    epoch,
    hash: hash.toString('base64'),
    pos,
    rev,
    at: at.toISOString(),
    ...(numbers.length > 0 && { numbers: [...numbers] }),
  }
  const { keyId, signature } = keys.sign(textOf(receiver, said))
  return { ...said, key_id: keyId, signature }
}

/** Returns true if this server signed the receipt for exactly this command of this person. */
export function isGenuine(
  { keys }: Pick<Kernel, 'keys'>,
  receiver: Receiver,
  receipt: SignedReceipt,
): boolean {
  const { key_id: keyId, signature, ...said } = receipt
  return keys.isSigned(textOf(receiver, said), { keyId, signature })
}

type Said = Omit<SignedReceipt, 'key_id' | 'signature'>

function textOf(
  { clientId, userId, commandId }: Receiver,
  { epoch, hash, pos, rev, at, numbers }: Said,
): string {
  const given = (numbers ?? []).map(({ kind, branch_id, no, year }) => [
    kind,
    branch_id ?? null,
    no,
    // Receipts signed before year-based series existed stay valid.
    ...(year === undefined ? [] : [year]),
  ])
  return JSON.stringify(['readroom receipt 1', clientId, userId, commandId, epoch, hash, pos, rev, at, given])
}
