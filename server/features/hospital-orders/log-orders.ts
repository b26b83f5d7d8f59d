import type { ExchangeOutcome } from '#domain/exchange/kinds.ts'
import { decodeMessage } from '#server/integrations/hl7/decode-message.ts'
import type { MessageHeader } from '#server/integrations/hl7/read-header.ts'
import type { Exchange } from '#server/kernel/exchanges/exchange.ts'
import { recordExchange } from '#server/kernel/exchanges/record-exchange.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { ackOfHl7, type Hl7Marks, marksOfHl7 } from '../interfaces/marks-of-hl7.ts'
import type { Door } from './take-message.ts'

/** Notes a message of a hospital system and how it was acknowledged; one of no client is nobody's to read. */
export function logOrders(
  kernel: Pick<Kernel, 'exchanges'>,
  { clientId, text, answer, began, replay }: LoggedOrders,
): void {
  if (clientId === null) return
  const { code, words } = ackOfHl7(answer)
  const { sender, controlId, patIds, accessionNos, orderNos } = marksOfHl7(text)
  recordExchange(kernel, {
    clientId,
    kind: 'hl7_in',
    peer: sender || 'A sender without a name',
    outcome: outcomeOf(code, words),
    code,
    reason: words,
    durationMs: performance.now() - began,
    bytes: Buffer.byteLength(text),
    marks: { patIds, accessionNos, orderNos, controlId },
    raw: text,
    ...(replay && { replay }),
  })
}

export interface LoggedOrders {
  /** Null where nobody knows whose message it is. */
  clientId: string | null
  text: string
  answer: string
  /** When it began, by performance.now(). */
  began: number
  replay?: Exchange['replay'] | undefined
}

function outcomeOf(code: string, words: string): ExchangeOutcome {
  if (code === 'AA' || code === 'CA') return /taken before/i.test(words) ? 'repeat' : 'ok'
  return code === 'AR' || code === 'CR' ? 'failed' : 'refused'
}

/** Runs the taking of one message and notes it; what is answered is left as it is. */
export async function takeLogged(
  kernel: Pick<Kernel, 'exchanges'>,
  bytes: Buffer,
  door: Door,
  take: (door: Door) => Promise<string>,
): Promise<string> {
  const began = performance.now()
  let clientId: string | null | undefined
  const answer = await take({
    ...door,
    clientOf: async (header) => {
      clientId = await door.clientOf(header)
      return clientId
    },
  })
  const decoded = decodeMessage(bytes, { contentType: door.contentCharset ?? '' })
  const text = decoded.ok ? decoded.text : bytes.toString('latin1')
  // One that could not be read was asked for no client.
  clientId ??= await door.clientOf(headerOfMarks(marksOfHl7(text))).catch(() => null)
  logOrders(kernel, { clientId, text, answer, began, replay: door.replay })
  return answer
}

const headerOfMarks = ({ sender, receivingFacility, controlId }: Hl7Marks): MessageHeader => ({
  application: sender,
  facility: '',
  receivingApplication: '',
  receivingFacility,
  controlId,
  type: '',
  time: '',
})
