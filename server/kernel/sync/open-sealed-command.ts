import { type SealedCommand, sealedContext } from '#contract/calls/delivery.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { SealBrokenError } from '#contract/kernel/sealed-envelope.ts'
import { isAllowedAddress } from '../auth/allowed-address.ts'
import type { Caller } from '../context.ts'
import type { Kernel } from '../http/kernel.ts'
import { invalid, isFlatObject } from '../http/read-input.ts'
import { type Author, bytesOf, findAuthor, isSignedBy } from './author.ts'

type Input = Readonly<Record<string, unknown>>

/** Whom sealed commands are taken from. */
export interface SealedDoor {
  deviceId: string
  /** Authors that were looked up for this batch. */
  authors: Map<string, Promise<Author | undefined>>
  /** Where the batch came from; undefined at the server itself, where a person decided to let it in. */
  address: string | undefined
}

/**
 * The author of a sealed command. The order is the security: the signature comes first, so that who cannot sign learns
 * nothing of a device or a person.
 */
export async function demandAuthor(
  kernel: Kernel,
  door: SealedDoor,
  item: SealedCommand,
): Promise<Omit<Caller, 'timeZone'>> {
  const author = await findOnce(kernel, door, item)
  if (!author || !(await isSignedBy(author, door.deviceId, item))) throw new Refusal('bad_signature')
  if (door.address === undefined) return author.caller
  if (author.isDeviceRevoked) throw new Refusal('device_revoked')
  // As a session of this person would be answered: the device keeps what it holds.
  if (!author.isActive || !isAllowedAddress(door.address, author.allowedIps)) throw new Refusal('signed_out')
  return author.caller
}

function findOnce(kernel: Kernel, { deviceId, authors }: SealedDoor, item: SealedCommand) {
  const name = `${item.client_id} ${item.user_id}`
  const found = authors.get(name) ?? findAuthor(kernel.database.pool, item, deviceId)
  authors.set(name, found)
  return found
}

/** The input that was sealed. Refuses `unknown_key`, and `invalid` where what is inside cannot be an input. */
export async function openInput({ keys }: Kernel, item: SealedCommand): Promise<Input> {
  const sealed = bytesOf(item.sealed)
  if (!sealed) throw invalid({ sealed: 'must be base64' })
  try {
    const content = await keys.open(item.key_id, sealed, sealedContext(item))
    const input: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
    if (isFlatObject(input)) return input
  } catch (error) {
    if (!isUnreadable(error)) throw error
  }
  throw invalid({ sealed: 'cannot be opened' })
}

// A broken seal, bytes that are no text (TypeError of the decoder), text that is no JSON.
const isUnreadable = (error: unknown) =>
  error instanceof SealBrokenError || error instanceof TypeError || error instanceof SyntaxError
