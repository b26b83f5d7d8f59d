import { expect, it } from 'vitest'
import { HL7_PDF_MAX_BYTES, whyWithoutPdf } from '#domain/message/hl7-pdf.ts'

it.each([
  ['goes along up to the limit', { isHeld: false, bytes: HL7_PDF_MAX_BYTES }, ''],
  [
    'stays out above it, with both sizes in words',
    { isHeld: false, bytes: HL7_PDF_MAX_BYTES * 1.5 },
    'The PDF was left out: it has 6.0 MB, and at most 4 MB go by HL7.',
  ],
  [
    'never reads as if it were within the limit that it is above of',
    { isHeld: false, bytes: HL7_PDF_MAX_BYTES + 1 },
    'The PDF was left out: it has 4.1 MB, and at most 4 MB go by HL7.',
  ],
  [
    'stays out where it could not be made',
    { isHeld: false, bytes: undefined },
    'The PDF was left out: it could not be made.',
  ],
  [
    'waits for the payment where results do',
    { isHeld: true, bytes: 10 },
    'The PDF was left out: the payment is pending. Send it again once it is paid.',
  ],
])('the PDF of a report %s', (_, given, words) => expect(whyWithoutPdf(given)).toBe(words))
