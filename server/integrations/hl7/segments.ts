import { Hl7Segment } from '@medplum/core'
import type { Hl7Charset } from '#domain/message/hl7-charsets.ts'
import { offsetMinutesAt } from '#domain/time/zones.ts'
import { escapeHl7 } from './escape.ts'

/** A text with formatting commands: written as it stands. */
export interface Formatted {
  formatted: string
}
export type Field = string | readonly string[] | Formatted

/** Fields by their number; a list is a field of components. */
export type Fields = Readonly<Record<number, Field>>

/** A text of several lines inside one field (FT): a break is a command and no letter. */
export const formattedText = (text: string): Formatted => ({
  formatted: text.split('\n').map(escapeHl7).join('\\.br\\'),
})

/** Who sends a message, when, and the id that its acknowledgement names. */
export interface Sending {
  sender: { application: string; facility: string }
  sentAt: Date
  controlId: string
  /** MSH-5 and MSH-6; absent where nobody is named. */
  receiver?: { application: string; facility: string } | undefined
  /** MSH-18; UTF-8 where nothing is said. */
  charset?: Hl7Charset
  /** The zone that times are written in; UTC where nothing is said. */
  zone?: string
}

/** A segment of plain texts: each is escaped here and nowhere else. */
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

/** MSH of HL7 2.5.1 for a message of this type. */
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
  // MSH-1 is the bar itself, and MSH-2 the other marks as they are.
  return new Hl7Segment(['MSH', '^~\\&', ...fields.map(fieldOf)])
}

/** The parts of a name: a DICOM one is parted by carets already; one that a person typed stands in the order of speaking. */
export function nameParts(name: string): string[] {
  // The first way of writing that says something: letters, else signs, else sounds (DICOM PS3.5, PN).
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
/** The code of a sex (HL7 table 0001). */
export const sexCode = (sex: string): string => SEX_CODES[sex.charAt(0).toUpperCase()] ?? 'U'

/** A time on the wall of a zone with its offset, so that no receiver has to guess the zone. */
export function timeOf(at: Date, zone = 'UTC'): string {
  const offset = offsetMinutesAt(at, zone)
  const wall = new Date(at.getTime() + offset * 60_000).toISOString()
  const two = (count: number) => String(count).padStart(2, '0')
  const size = Math.abs(offset)
  const written = `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`
  return `${wall.replaceAll(/[-:T]|\.\d+Z$/g, '')}${written}`
}
