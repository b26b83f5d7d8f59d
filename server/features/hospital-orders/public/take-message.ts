import { batchOf, buildBatchAck } from '#server/integrations/hl7/batch.ts'
import { type Ack, buildAck } from '#server/integrations/hl7/build-ack.ts'
import { decodeMessage } from '#server/integrations/hl7/decode-message.ts'
import { type MessageHeader, readHeader } from '#server/integrations/hl7/read-header.ts'
import { type ReadOrders, readOrders } from '#server/integrations/hl7/read-order.ts'
import type { HandledAgain } from '#server/kernel/exchanges/exchange.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import { digestOf } from '../store.ts'
import { takeOrders } from '../take-orders.ts'
import { type Hl7Settings, lockMessage } from './hl7-settings.ts'
import { takeLogged } from './log-orders.ts'

/** Maximum message size in bytes, also for a batch. */
export const MESSAGE_MAX_BYTES = 1024 * 1024

type Taking = Pick<Kernel, 'database' | 'now' | 'announce' | 'jobs' | 'exchanges'>

/** The connection through which a message arrived. */
export interface Door {
  clientOf: (header: MessageHeader) => Promise<string | null>
  /** Character set from the content type; undefined if there is none. */
  contentCharset?: string
  /** Set if a person has the message processed again. */
  replay?: HandledAgain | undefined
  onError: (error: unknown) => void
}

/** Returns the client with the message's receiving facility (settings), for connections without a password. */
export async function clientOfFacility(
  { database }: Pick<Taking, 'database'>,
  { receivingFacility }: MessageHeader,
): Promise<string | null> {
  // A single statement is its own transaction.
  const { rows } = await database.pool.query<{ client: string | null }>(
    'select entry.find_hl7_client($1) as client',
    [receivingFacility],
  )
  return rows[0]?.client ?? null
}

/**
 * Processes the input of a hospital system, a message or a batch, and answers in the same form: each message of a
 * batch is processed and acknowledged separately.
 */
export async function takeBytes(kernel: Taking, bytes: Buffer, door: Door): Promise<string> {
  const batch = batchOf(bytes)
  const take = (message: Buffer) =>
    takeLogged(kernel, message, door, (watched) => takeMessage(kernel, message, watched))
  if (!batch) return take(bytes)
  const acks: string[] = []
  for (const message of batch.messages) acks.push(await take(message))
  return buildBatchAck(batch, acks, kernel.now())
}

/**
 * Processes a message and returns its acknowledgement: AA once all of it is stored, with a reason for parts that
 * could not be applied; AE with segment and field if it cannot be read (nothing is stored then); AR if this server
 * currently cannot accept anything and the sender should send it again.
 */
export async function takeMessage(kernel: Taking, bytes: Buffer, door: Door): Promise<string> {
  const now = kernel.now()
  let header = headerOfBytes(bytes, door)
  const refuse = ({ place, rule }: Wrong) =>
    buildAck(header, { code: 'AE', place, words: `${place}: ${rule}` }, now)
  try {
    if (!header) return refuse(whyNoHeader(bytes))
    const clientId = await door.clientOf(header)
    if (clientId === null) return refuse({ place: 'MSH-6', rule: 'this facility is not known here' })
    const { value } = await write(kernel, clientId, async (work): Promise<Ack | Wrong> => {
      const digest = digestOf(bytes)
      const read = readAs(await lockMessage(work.tx, clientId, digest.toString('hex')), bytes, door)
      header = read.header ?? header
      return read.ok ? takeOrders(work, clientId, read, digest) : read.error
    })
    return 'rule' in value ? refuse(value) : buildAck(header, value, now)
  } catch (error) {
    door.onError(error)
    const later: Ack = { code: 'AR', words: 'The server is not ready. Send it again.' }
    return buildAck(header, later, now)
  }
}

interface Wrong {
  place: string
  rule: string
}

/** Decodes and parses the message with the client's settings. */
function readAs(settings: Hl7Settings, bytes: Buffer, { contentCharset = '' }: Door): ReadOrders {
  const decoded = decodeMessage(bytes, { contentType: contentCharset, ofClient: settings.charset })
  if (decoded.ok) return readOrders(decoded.text, { label: decoded.label, idTypes: settings.idTypes })
  return { ok: false, header: undefined, error: { place: 'MSH-18', rule: decoded.rule } }
}

// Before the client is known, a message without a declared character set is read byte by byte: delimiters and system
// names are ASCII in every set.
function headerOfBytes(bytes: Buffer, { contentCharset = '' }: Door): MessageHeader | undefined {
  const decoded = decodeMessage(bytes, { contentType: contentCharset })
  return decoded.ok
    ? readHeader(decoded.text, decoded.label)
    : readHeader(bytes.toString('latin1'), 'iso-8859-1')
}

function whyNoHeader(bytes: Buffer): Wrong {
  const read = readOrders(bytes.toString('latin1'))
  return read.ok ? { place: 'MSH', rule: 'cannot be read' } : read.error
}
