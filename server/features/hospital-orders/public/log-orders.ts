import type { ExchangeOutcome } from '#domain/exchange/kinds.ts'
import { keepMessage } from '#server/features/interfaces/public/kept-content.ts'
import { ackOfHl7, type Hl7Marks, marksOfHl7 } from '#server/features/interfaces/public/marks-of-hl7.ts'
import { decodeMessage } from '#server/integrations/hl7/decode-message.ts'
import type { MessageHeader } from '#server/integrations/hl7/read-header.ts'
import type { Exchange } from '#server/kernel/exchanges/exchange.ts'
import { recordExchangeLater } from '#server/kernel/exchanges/record-exchange.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import type { Door } from './take-message.ts'

/** Name in the log for a sender without a name. */
export const UNNAMED_SENDER = 'A sender without a name'

/** Processes one message and logs it; returns the answer unchanged, without waiting for the log. */
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
  const durationMs = performance.now() - began
  recordExchangeLater(kernel, async () => {
    const charset = door.contentCharset ?? ''
    const decoded = decodeMessage(bytes, { contentType: charset })
    const marks = marksOfHl7(decoded.ok ? decoded.text : bytes.toString('latin1'))
    // The client of an unreadable message is not known yet; a message without a client is not logged, because nobody
    // may read it.
    clientId ??= await door.clientOf(headerOfMarks(marks)).catch(() => null)
    if (clientId === null) return undefined
    return {
      ...exchangeOf(marks, answer),
      clientId,
      durationMs,
      ...contentOf(bytes, charset),
      ...replayOf(door),
    }
  })
  return answer
}

function exchangeOf(
  { sender, controlId, patIds, accessionNos, orderNos }: Hl7Marks,
  answer: string,
): Omit<Exchange, 'clientId'> {
  const { code, words } = ackOfHl7(answer)
  return {
    kind: 'hl7_in',
    peer: sender || UNNAMED_SENDER,
    outcome: outcomeOfAck(answer),
    code,
    reason: words,
    marks: { patIds, accessionNos, orderNos, controlId },
  }
}

const contentOf = (bytes: Buffer, charset: string) => ({
  bytes: bytes.length,
  raw: keepMessage({ bytes, charset }),
})

const replayOf = ({ replay }: Door) => (replay ? { replay } : {})

/** Returns the outcome of a message from its acknowledgement. */
export function outcomeOfAck(answer: string): ExchangeOutcome {
  const { code, words } = ackOfHl7(answer)
  if (code === 'AA' || code === 'CA') return /taken before/i.test(words) ? 'repeat' : 'ok'
  return code === 'AR' || code === 'CR' ? 'failed' : 'refused'
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
