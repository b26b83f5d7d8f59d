import { Hl7Message, type Hl7Segment } from '@medplum/core'
import type { Hl7Charset } from '#domain/message/hl7-charsets.ts'
import type { OutgoingReport } from '../outgoing-report.ts'
import {
  type Field,
  type Fields,
  formattedText,
  headerOf,
  nameParts,
  segment,
  sexCode,
  timeOf,
} from './segments.ts'

/** The format of a client's reports. */
export interface OruStyle {
  charset: Hl7Charset
  /** One observation per section, or per line for receivers that do not support line breaks in a field. */
  text: 'Sections' | 'Lines'
}

/**
 * Builds an ORU^R01 of HL7 2.5.1: the patient, the visit, the order with its sender's number and ours, and the report
 * as one observation per section or line, then its PDF if included. Times are in the branch's time zone, with offset.
 */
export function buildOru(report: OutgoingReport, { charset, text }: OruStyle): string {
  const { order: receiver } = report
  const segments = [
    headerOf({ ...report, receiver, charset }, ['ORU', 'R01', 'ORU_R01']),
    patientOf(report),
    ...visitOf(report),
    orderControlOf(report),
    orderOf(report),
    ...observationsOf(report, text),
  ]
  return `${new Hl7Message(segments).toString()}\r`
}

function patientOf({ patient }: OutgoingReport): Hl7Segment {
  const { names } = patient
  return segment('PID', {
    1: '1',
    3: [patient.id, '', '', patient.authority, 'MR'],
    5: names ? [names.family, names.given] : nameParts(patient.name),
    7: patient.birthdate?.replaceAll('-', '') ?? '',
    8: sexCode(patient.sex),
  })
}

function visitOf({ visit, study }: OutgoingReport): Hl7Segment[] {
  if (!visit) return []
  return [
    segment('PV1', {
      1: '1',
      2: visit.isInPatient ? 'I' : 'O',
      3: ['', '', visit.bed],
      8: ['', study.referrer],
      19: [visit.no],
    }),
  ]
}

/** The order numbers of the order's sender and ours. */
const numbersOf = ({ order, study }: OutgoingReport): Fields => ({
  2: order ? [order.placerNo, order.placerAuthority] : '',
  3: [study.accessionNo, study.authority],
})

const filedAt = ({ signed, verified }: OutgoingReport) => verified.at ?? signed.at

function orderControlOf(report: OutgoingReport): Hl7Segment {
  const filed = filedAt(report)
  return segment('ORC', {
    ...numbersOf(report),
    1: 'RE',
    5: 'CM',
    9: filed ? timeOf(filed, report.zone) : '',
    12: ['', report.study.referrer],
  })
}

function orderOf(report: OutgoingReport): Hl7Segment {
  const { study, resultStatus, signed, verified, zone } = report
  const filed = filedAt(report)
  return segment('OBR', {
    ...numbersOf(report),
    1: '1',
    4: [study.modality, report.report.name || study.description],
    7: study.at ? timeOf(study.at, zone) : '',
    16: ['', study.referrer],
    18: study.accessionNo,
    19: study.uid,
    22: filed ? timeOf(filed, zone) : '',
    24: 'RAD',
    25: resultStatus,
    32: [verified.by || signed.by],
  })
}

interface Section {
  code: string
  name: string
  /** OBX-4: distinguishes observations with the same code. */
  part: string
  text: string
}

function observationsOf(report: OutgoingReport, style: OruStyle['text']): Hl7Segment[] {
  const filed = filedAt(report)
  const rows = sectionsOf(report).flatMap((section): (Section & { type: string; value: Field })[] =>
    style === 'Sections'
      ? [{ ...section, type: 'FT', value: formattedText(section.text) }]
      : section.text.split('\n').map((line) => ({ ...section, type: 'TX', value: line })),
  )
  return [...rows, ...pdfOf(report)].map(({ code, name, part, type, value }, index) =>
    segment('OBX', {
      1: String(index + 1),
      2: type,
      3: [code, name, 'LN'],
      4: part,
      5: value,
      11: report.resultStatus,
      14: filed ? timeOf(filed, report.zone) : '',
    }),
  )
}

/** Returns the paper as encapsulated data (HL7 2.5.1 section 2.A.24); Base64 contains no separators. */
function pdfOf({ pdf, report }: OutgoingReport) {
  if (!pdf) return []
  const value = ['', 'application', 'pdf', 'Base64', Buffer.from(pdf).toString('base64')]
  return [
    { code: '18748-4', name: 'Diagnostic imaging study', part: String(report.number), type: 'ED', value },
  ]
}

/** Returns the sections in reading order, each with its LOINC code. */
function sectionsOf({ report, zone }: OutgoingReport): Section[] {
  const part = String(report.number)
  const sections = [
    { code: '59776-5', name: 'Findings', part, text: report.description },
    { code: '19005-8', name: 'Impression', part, text: report.conclusion },
    { code: '18783-1', name: 'Recommendation', part, text: report.recommendation },
    ...report.addenda.map(({ text, at, by }, index) => ({
      code: '55107-7',
      name: 'Addendum',
      part: `${part}.${index + 1}`,
      text: `${timeOf(at, zone)} ${by}\n${text}`,
    })),
  ]
  return sections.filter(({ text }) => text !== '')
}
