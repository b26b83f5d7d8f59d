import { type HeldReason, type SealedCommand, sealedContext } from '#contract/calls/delivery.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { SealBrokenError } from '#contract/kernel/sealed-envelope.ts'
import { isAllowedAddress } from '#server/kernel/auth/allowed-address.ts'
import type { Caller } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { invalid, isFlatObject } from '#server/kernel/http/read-input.ts'
import { momentOf } from '../commands/made.ts'
import { type Author, bytesOf, findAuthor, findSigner } from './author.ts'

type Input = Readonly<Record<string, unknown>>

/** The source of sealed commands. */
export interface SealedDoor {
  deviceId: string
  /** Authors already looked up for this batch. */
  authors: Map<string, Promise<Author | undefined>>
  /** Where the batch came from; undefined on the server itself, where a person decided to import it. */
  address: string | undefined
}

/** The author of a sealed command, and why it is held if it must not take effect by itself. */
export interface SealedAuthor {
  caller: Omit<Caller, 'timeZone'>
  /** `since`: only a session that began later can release it. */
  hold?: { reason: HeldReason; since: Date }
  /** The refusal sent to the device instead of `held`. */
  refusal?: Refusal
}

/**
 * Returns the author of a sealed command. The order is essential for security: the signature comes first, so that
 * someone who cannot sign learns nothing about a device or person. Commands signed with a retired key, or made longer
 * ago than a vault opens offline, must be held (docs/decisions/249).
 */
export async function demandAuthor(
  kernel: Kernel,
  door: SealedDoor,
  item: SealedCommand,
): Promise<SealedAuthor> {
  const author = await findOnce(kernel, door, item)
  const key = author && (await findSigner(author, door.deviceId, item))
  if (!author || !key) throw new Refusal('bad_signature')
  const { caller } = author
  const now = kernel.now()
  if (key.retired) {
    const hold = { reason: key.retired.reason, since: key.retired.at }
    const isToBeWiped = author.isDeviceRevoked && door.address !== undefined
    return { caller, hold, ...(isToBeWiped && { refusal: new Refusal('device_revoked') }) }
  }
  if (author.isDeviceRevoked) throw new Refusal('device_revoked')
  // As for a session of this person: the device keeps what it holds.
  const isAllowed = door.address === undefined || isAllowedAddress(door.address, author.allowedIps)
  if (!author.isActive && door.address === undefined)
    return { caller, hold: { reason: 'dismissed', since: now } }
  if (!author.isActive || !isAllowed) throw new Refusal('signed_out')
  const made = momentOf(item)
  const isOld = made !== undefined && now.getTime() - made.getTime() > author.vaultDays * DAY_MS
  return isOld ? { caller, hold: { reason: 'too_old', since: now } } : { caller }
}

const DAY_MS = 86_400_000

function findOnce(kernel: Kernel, { deviceId, authors }: SealedDoor, item: SealedCommand) {
  const name = `${item.client_id} ${item.user_id}`
  const found = authors.get(name) ?? findAuthor(kernel.database.pool, item, deviceId)
  authors.set(name, found)
  return found
}

/** Returns the sealed input. Throws `unknown_key`, or `invalid` if the content cannot be an input. */
export async function openInput({ keys }: Kernel, item: SealedCommand): Promise<Input> {
  const sealed = bytesOf(item.sealed)
  if (!sealed) throw invalid({ sealed: 'must be base64' })
  try {
    const content = await keys.open(item.key_id, sealed, sealedContext(item))
    const input: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
    if (isFlatObject(input)) return demandLent(item, input)
  } catch (error) {
    if (!isUnreadable(error)) throw error
  }
  throw invalid({ sealed: 'cannot be opened' })
}

// A delegated key signs for one record only.
function demandLent({ call, delegation }: SealedCommand, input: Input): Input {
  if (delegation && (delegation.call !== call || delegation.record !== input.id))
    throw new Refusal('bad_signature')
  return input
}

// A broken seal, bytes that are not text (TypeError of the decoder), or text that is not JSON.
const isUnreadable = (error: unknown) =>
  error instanceof SealBrokenError || error instanceof TypeError || error instanceof SyntaxError
