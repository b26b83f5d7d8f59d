import { escapeHl7 } from './escape.ts'
import type { MessageHeader } from './read-header.ts'

/** AA: accepted; AE: not accepted, the message is wrong; AR: not accepted now, send it again. */
export type AckCode = 'AA' | 'AE' | 'AR'

export interface Ack {
  code: AckCode
  words?: string
  /** The segment and field that are wrong. */
  place?: string
}

/** Builds the acknowledgement of a message (HL7 2.5.1 section 2.9), with the message's control id. */
export function buildAck(
  header: MessageHeader | undefined,
  { code, words = '', place = '' }: Ack,
  now: Date,
): string {
  const time = now.toISOString().replace(/[-:T]/g, '').slice(0, 14)
  const fields = [
    'MSH|^~\\&',
    escapeHl7(header?.receivingApplication || 'READROOM'),
    escapeHl7(header?.receivingFacility ?? ''),
    escapeHl7(header?.application ?? ''),
    escapeHl7(header?.facility ?? ''),
    `${time}+0000`,
    '',
    header?.type.includes('^') ? `ACK^${header.type.split('^')[1]}^ACK` : 'ACK',
    `ACK${time}${escapeHl7(header?.controlId ?? '').slice(-6)}`,
    'P',
    '2.5.1',
  ]
  const charset = `${'|'.repeat(6)}UNICODE UTF-8`
  const said = `MSA|${code}|${escapeHl7(header?.controlId ?? '')}|${escapeHl7(words)}`
  const error =
    code === 'AA'
      ? []
      : [`ERR||${escapeHl7(place)}|${code === 'AR' ? '207' : '101'}|E||||${escapeHl7(words)}`]
  return `${[`${fields.join('|')}${charset}`, said, ...error].join('\r')}\r`
}
