import { Hl7Message } from '@medplum/core'
import { NotTakenError } from '../outgoing-report.ts'
import { unescapeHl7 } from './escape.ts'

/** The most characters kept of the partner's message. */
const WORDS_MAX = 300

/**
 * Reads the response to a message: returns the code (AA or CA) if the message with `controlId` was accepted. Throws
 * NotTakenError for a refusal (AE, AR, CE, CR), for the acknowledgement of another message, and for an invalid one.
 */
export function readAcknowledgement(answer: string, controlId: string): string {
  const { code, id, words } = partsOf(answer)
  if (id !== controlId) throw new NotTakenError('The partner acknowledged another message.')
  if (code === 'AA' || code === 'CA') return code
  const reason = words === '' ? '' : `: ${words.slice(0, WORDS_MAX)}`
  throw new NotTakenError(`The partner answered ${code || 'without a code'}${reason}`, code)
}

function partsOf(answer: string): { code: string; id: string; words: string } {
  if (!answer.startsWith('MSH')) throw new NotTakenError('The answer of the partner is not HL7.')
  const segment = Hl7Message.parse(answer).getSegment('MSA')
  if (!segment) throw new NotTakenError('The answer of the partner holds no acknowledgement.')
  const value = (field: number) => unescapeHl7(segment.getField(field)?.toString() ?? '').trim()
  return { code: value(1), id: value(2), words: value(3) }
}
