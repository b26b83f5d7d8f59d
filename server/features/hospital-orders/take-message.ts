import { sql } from 'kysely'
import { type Ack, buildAck } from '#server/integrations/hl7/build-ack.ts'
import { type MessageHeader, readOrders } from '#server/integrations/hl7/read-order.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { write } from '#server/kernel/sync/write.ts'
import { OrderRefusedError, takeOrders } from './take-orders.ts'

/** Longest message that is read, in characters. */
export const MESSAGE_MAX = 256 * 1024

type Taking = Pick<Kernel, 'database' | 'now' | 'announce' | 'jobs'>

/** The client whose facility (settings) the message is sent to, for a door that knows no password. */
export function clientOfFacility(
  { database }: Taking,
  { receivingFacility }: MessageHeader,
): Promise<string | null> {
  return database.entry(async (tx) => {
    const { rows } = await sql<{ client: string | null }>`
      select entry.find_hl7_client(${receivingFacility}) as client`.execute(tx)
    return rows[0]?.client ?? null
  })
}

/**
 * Takes a message of a hospital system and answers its acknowledgement: AA once everything in it is stored, AE with
 * segment and field where it is wrong (nothing of it is stored then), AR where it is to be sent again.
 */
export async function takeMessage(
  kernel: Taking,
  text: string,
  clientOf: (header: MessageHeader) => Promise<string | null>,
  onError: (error: unknown) => void,
): Promise<string> {
  const now = kernel.now()
  if (text.length > MESSAGE_MAX)
    return buildAck(undefined, { code: 'AE', words: 'The message is too long.' }, now)
  const read = readOrders(text)
  if (!read.ok) {
    const { place, rule } = read.error
    return buildAck(read.header, { code: 'AE', place, words: `${place}: ${rule}` }, now)
  }
  const { header } = read
  try {
    const clientId = await clientOf(header)
    if (clientId === null)
      return buildAck(
        header,
        { code: 'AE', place: 'MSH-6', words: 'MSH-6: this facility is not known here' },
        now,
      )
    const { value } = await write(kernel, clientId, (work) => takeOrders(work, clientId, read))
    return buildAck(header, value, now)
  } catch (error) {
    if (error instanceof OrderRefusedError) return buildAck(header, error.ack, now)
    onError(error)
    const later: Ack = { code: 'AR', words: 'The server is not ready. Send it again.' }
    return buildAck(header, later, now)
  }
}
