import { Hl7Segment } from '@medplum/core'
import type { Hl7Charset } from '#domain/message/hl7-charsets.ts'
import { offsetMinutesAt } from '#domain/time/zones.ts'
import { escapeHl7 } from './escape.ts'

/** A text with formatting commands, written unescaped. */
export interface Formatted {
  formatted: string
}
export type Field = string | readonly string[] | Formatted

/** Fields by number; a list is a field with components. */
export type Fields = Readonly<Record<number, Field>>

/** Returns a text of several lines for one field (FT); a line break is a formatting command. */
export const formattedText = (text: string): Formatted => ({
  formatted: text.split('\n').map(escapeHl7).join('\\.br\\'),
})

/** The sender of a message, the time, and the id for its acknowledgement. */
export interface Sending {
  sender: { application: string; facility: string }
  sentAt: Date
  controlId: string
  /** MSH-5 and MSH-6; absent without a receiver. */
  receiver?: { application: string; facility: string } | undefined
  /** MSH-18; default UTF-8. */
  charset?: Hl7Charset
  /** The time zone of times; default UTC. */
  zone?: string
}

/** Builds a segment from plain texts; the only place where they are escaped. */
export function segment(name: string, fields: Fields): Hl7Segment {
  const last = Math.max(...Object.keys(fields).map(Number))
  const texts = Array.from({ length: last }, (_, index) => fieldOf(fields[index + 1] ?? ''))
  return new Hl7Segment([name, ...texts])
}

function fieldOf(field: Field): string {
  if (typeof field === 'string') return escapeHl7(field)
  if ('formatted' in field) return field.formatted
  return field.map(escapeHl7).join('^').replace(/\^+$/, '')
}

/** Builds the MSH of HL7 2.5.1 for a message of this type. */
export function headerOf(sending: Sending, type: readonly string[]): Hl7Segment {
  const { sender, receiver, sentAt, controlId, zone, charset = 'UNICODE UTF-8' } = sending
  const fields = [
    sender.application,
    sender.facility,
    receiver?.application ?? '',
    receiver?.facility ?? '',
    timeOf(sentAt, zone),
    '',
    type,
    controlId,
    'P',
    '2.5.1',
    ...Array<string>(5).fill(''),
    charset,
  ]
  // MSH-1 is the field separator itself, and MSH-2 the other separators, unescaped.
  return new Hl7Segment(['MSH', '^~\\&', ...fields.map(fieldOf)])
}

/** Returns the parts of a name: a DICOM name is separated by carets; a typed one has the given name first. */
export function nameParts(name: string): string[] {
  // Uses the first non-empty group: alphabetic, otherwise ideographic, otherwise phonetic (DICOM PS3.5, PN).
  const group = name.split('=').find((one) => one.trim() !== '') ?? ''
  if (name.includes('^')) {
    const [family = '', given = '', middle = '', prefix = '', suffix = ''] = group.split('^')
    // HL7 has the suffix before the prefix (XPN), DICOM after it.
    return [family, given, middle, suffix, prefix]
  }
  const words = name.trim().split(/\s+/)
  return words.length < 2 ? words : [words.at(-1) ?? '', words.slice(0, -1).join(' ')]
}

const SEX_CODES: Readonly<Record<string, string>> = { M: 'M', F: 'F', O: 'O' }
/** Returns the code of a sex (HL7 table 0001). */
export const sexCode = (sex: string): string => SEX_CODES[sex.charAt(0).toUpperCase()] ?? 'U'

/** Returns a local time with its offset, so that no receiver has to guess the time zone. */
export function timeOf(at: Date, zone = 'UTC'): string {
  const offset = offsetMinutesAt(at, zone)
  const wall = new Date(at.getTime() + offset * 60_000).toISOString()
  const two = (count: number) => String(count).padStart(2, '0')
  const size = Math.abs(offset)
  const written = `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`
  return `${wall.replaceAll(/[-:T]|\.\d+Z$/g, '')}${written}`
}
