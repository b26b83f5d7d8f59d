import { HL7Message } from 'hl7v2'
import { NotTakenError } from '../outgoing-report.ts'

/** Longest words of the other side that are kept. */
const WORDS_MAX = 300

/**
 * Reads the answer to a message. Returns the code (AA or CA) where the message with `controlId` was taken; throws
 * NotTakenError for a refusal (AE, AR, CE, CR), for the acknowledgement of another message, and for what is none.
 */
export function readAcknowledgement(answer: string, controlId: string): string {
  const { code, id, words } = partsOf(answer)
  if (id !== controlId) throw new NotTakenError('The partner acknowledged another message.')
  if (code === 'AA' || code === 'CA') return code
  const reason = words === '' ? '' : `: ${words.slice(0, WORDS_MAX)}`
  throw new NotTakenError(`The partner answered ${code || 'without a code'}${reason}`, code)
}

function partsOf(answer: string): { code: string; id: string; words: string } {
  try {
    const segment = HL7Message.parse(answer).getSegment('MSA')
    if (segment) {
      const value = (field: number) => String(segment.field(field).getValue() ?? '').trim()
      return { code: value(1), id: value(2), words: value(3) }
    }
  } catch (error) {
    throw new NotTakenError('The answer of the partner is not HL7.', '', { cause: error })
  }
  throw new NotTakenError('The answer of the partner holds no acknowledgement.')
}
