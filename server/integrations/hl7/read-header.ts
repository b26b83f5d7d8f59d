import { Hl7Message, type Hl7Segment } from '@medplum/core'
import { plainOf } from './read-field.ts'
import { withStandardMarks } from './standard-marks.ts'

/** The sender's data on the message itself: enough to acknowledge it, even if the rest is wrong. */
export interface MessageHeader {
  application: string
  facility: string
  receivingApplication: string
  receivingFacility: string
  controlId: string
  /** For example `ORM^O01`. */
  type: string
  /** MSH-7 as written. */
  time: string
}

export function headerOf(msh: Hl7Segment | undefined): MessageHeader {
  return {
    application: plainOf(msh, 3),
    facility: plainOf(msh, 4),
    receivingApplication: plainOf(msh, 5),
    receivingFacility: plainOf(msh, 6),
    controlId: plainOf(msh, 10),
    type: [plainOf(msh, 9, 1), plainOf(msh, 9, 2)].filter(Boolean).join('^'),
    time: plainOf(msh, 7),
  }
}

/**
 * Reads the header of a message, whatever follows; returns undefined if the message does not begin with a readable
 * one.
 */
export function readHeader(text: string, label: string): MessageHeader | undefined {
  const [, line] = /^\s*(MSH[^\r\n]{5,})/.exec(text) ?? []
  const standard = line === undefined ? undefined : withStandardMarks(line, label)
  return standard === undefined ? undefined : headerOf(Hl7Message.parse(standard).getSegment('MSH'))
}
