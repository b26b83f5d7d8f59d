import { Hl7Segment } from '@medplum/core'
import { escapeHl7 } from './escape.ts'

/** Fields by their number; a list is a field of components. */
export type Fields = Readonly<Record<number, string | readonly string[]>>

/** Who sends a message, when, and the id that its acknowledgement names. */
export interface Sending {
  sender: { application: string; facility: string }
  sentAt: Date
  controlId: string
}

/** A segment of plain texts: each is escaped here and nowhere else. */
export function segment(name: string, fields: Fields): Hl7Segment {
  const last = Math.max(...Object.keys(fields).map(Number))
  const texts = Array.from({ length: last }, (_, index) => fieldOf(fields[index + 1] ?? ''))
  return new Hl7Segment([name, ...texts])
}

const fieldOf = (field: string | readonly string[]): string =>
  typeof field === 'string' ? escapeHl7(field) : field.map(escapeHl7).join('^').replace(/\^+$/, '')

/** MSH of HL7 2.5.1 for a message of this type, in UTF-8. */
export function headerOf({ sender, sentAt, controlId }: Sending, type: readonly string[]): Hl7Segment {
  const fields = [
    sender.application,
    sender.facility,
    '',
    '',
    timeOf(sentAt),
    '',
    type,
    controlId,
    'P',
    '2.5.1',
    ...Array<string>(5).fill(''),
    'UNICODE UTF-8',
  ]
  // MSH-1 is the bar itself, and MSH-2 the other marks as they are.
  return new Hl7Segment(['MSH', '^~\\&', ...fields.map(fieldOf)])
}

/** The parts of a name: a DICOM one is parted by carets already; one that a person typed stands in the order of speaking. */
export function nameParts(name: string): string[] {
  if (name.includes('^')) return name.split('^')
  const words = name.trim().split(/\s+/)
  return words.length < 2 ? words : [words.at(-1) ?? '', words.slice(0, -1).join(' ')]
}

const SEX_CODES: Readonly<Record<string, string>> = { M: 'M', F: 'F', O: 'O' }
/** The code of a sex (HL7 table 0001). */
export const sexCode = (sex: string): string => SEX_CODES[sex.charAt(0).toUpperCase()] ?? 'U'

/** A time with its offset, so that no receiver has to guess the zone. */
export const timeOf = (at: Date) => `${at.toISOString().replaceAll(/[-:T]|\.\d+Z$/g, '')}+0000`
