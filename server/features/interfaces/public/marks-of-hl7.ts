import { unescapeHl7 } from '#server/integrations/hl7/escape.ts'

/** Search fields that the log keeps for an HL7 message, in addition to its content. */
export interface Hl7Marks {
  sender: string
  receivingFacility: string
  controlId: string
  patIds: string[]
  accessionNos: string[]
  orderNos: string[]
}

/**
 * Returns the sender of an HL7 message and the numbers to find it by. Reads by position only and never throws, so
 * that a rejected message can be found too.
 */
export function marksOfHl7(text: string): Hl7Marks {
  const lines = text.trim().split(/[\r\n]+/)
  const header = lines.find((line) => line.startsWith('MSH')) ?? ''
  const field = header.charAt(3) || '|'
  const [component = '^', repeat = '~'] = header.slice(4)
  const values = (segment: string, no: number): string[] =>
    lines
      .filter((line) => line.startsWith(`${segment}${field}`))
      // The field separator itself counts as the first field of MSH.
      .map((line) => line.split(field)[segment === 'MSH' ? no - 1 : no] ?? '')
      .flatMap((value) => value.split(repeat))
      .map((value) => unescapeHl7(value.split(component)[0] ?? '').trim())
      .filter((value) => value !== '')
  const [application = '', facility = ''] = [values('MSH', 3)[0], values('MSH', 4)[0]]
  return {
    sender: [application, facility].filter(Boolean).join(' at '),
    receivingFacility: values('MSH', 6)[0] ?? '',
    controlId: values('MSH', 10)[0] ?? '',
    patIds: [...values('PID', 3), ...values('PID', 2)],
    accessionNos: [...values('IPC', 1), ...values('OBR', 18)],
    orderNos: [...values('ORC', 2), ...values('OBR', 2), ...values('ORC', 3)],
  }
}

/** Returns code and text of an acknowledgement. */
export function ackOfHl7(ack: string): { code: string; words: string } {
  const said = ack.split('\r').find((line) => line.startsWith('MSA|')) ?? ''
  const [, code = '', , words = ''] = said.split('|')
  return { code, words: unescapeHl7(words) }
}
