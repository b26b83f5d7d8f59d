import { HL7Message, type HL7Segment } from 'hl7v2'
import type { OutgoingReport } from '../outgoing-report.ts'

/** The house's name in MSH-3. */
export const SENDING_APPLICATION = 'READROOM'

/**
 * ORU^R01 of HL7 2.5.1: the patient, the order, and the report as one observation a line, so that no receiver has to
 * know of line breaks inside a field. Escaping is the library's.
 */
export function buildOru(report: OutgoingReport): string {
  const message = new HL7Message('2.5.1')
  writeHeader(message, report)
  writePatient(message.addSegment('PID'), report)
  writeOrder(message.addSegment('OBR'), report)
  for (const [index, { code, text, line }] of linesOf(report).entries()) {
    const segment = message.addSegment('OBX')
    set(segment, 1, index + 1)
    set(segment, 2, 'TX')
    set(segment, 3, code, 1)
    set(segment, 3, text, 2)
    set(segment, 4, report.report.number)
    set(segment, 5, line)
    set(segment, 11, report.resultStatus)
  }
  return message.toHL7String()
}

function writeHeader(message: HL7Message, { sender, sentAt, controlId }: OutgoingReport): void {
  const header = message.header
  set(header, 3, sender.application)
  set(header, 4, sender.facility)
  set(header, 7, sentAt)
  set(header, 9, 'ORU', 1)
  set(header, 9, 'R01', 2)
  set(header, 9, 'ORU_R01', 3)
  set(header, 10, controlId)
  set(header, 11, 'P')
  set(header, 18, 'UNICODE UTF-8')
}

function writePatient(pid: HL7Segment, { patient }: OutgoingReport): void {
  const [family = '', given = '', middle = ''] = nameParts(patient.name)
  set(pid, 1, 1)
  set(pid, 3, patient.id, 1)
  set(pid, 5, family, 1)
  set(pid, 5, given, 2)
  set(pid, 5, middle, 3)
  if (patient.birthdate) set(pid, 7, patient.birthdate.replaceAll('-', ''))
  set(pid, 8, sexCode(patient.sex))
}

function writeOrder(
  obr: HL7Segment,
  { study, report, resultStatus, signed, verified }: OutgoingReport,
): void {
  set(obr, 1, 1)
  set(obr, 2, study.accessionNo, 1)
  set(obr, 3, study.accessionNo, 1)
  set(obr, 4, study.modality, 1)
  set(obr, 4, report.name || study.description, 2)
  if (study.at) set(obr, 7, study.at)
  set(obr, 16, study.referrer, 2)
  set(obr, 18, study.accessionNo)
  set(obr, 19, study.uid)
  const filed = verified.at ?? signed.at
  if (filed) set(obr, 22, filed)
  set(obr, 24, 'RAD')
  set(obr, 25, resultStatus)
  set(obr, 32, signed.by, 1)
}

interface Line {
  code: string
  text: string
  line: string
}

/** The parts in the order in which they are read; LOINC codes where there is one for the part. */
function linesOf({ report }: OutgoingReport): Line[] {
  const part = (code: string, text: string, body: string): Line[] =>
    body === '' ? [] : body.split('\n').map((line) => ({ code, text, line }))
  return [
    ...part('59776-5', 'Findings', report.description),
    ...part('19005-8', 'Impression', report.conclusion),
    ...part('18783-1', 'Recommendation', report.recommendation),
    ...report.addenda.flatMap(({ text, at, by }) =>
      part('55107-7', 'Addendum', `${at.toISOString()} ${by}\n${text}`),
    ),
  ]
}

// A DICOM name is parted by carets already; one that a person typed stands in the order of speaking.
function nameParts(name: string): string[] {
  if (name.includes('^')) return name.split('^')
  const words = name.trim().split(/\s+/)
  return words.length < 2 ? words : [words.at(-1) ?? '', words.slice(0, -1).join(' ')]
}

function sexCode(sex: string): string {
  return { M: 'M', F: 'F', O: 'O' }[sex.charAt(0).toUpperCase()] ?? 'U'
}

function set(segment: HL7Segment, field: number, value: string | number | Date, component?: number): void {
  if (value !== '') segment.field(field).setValue(value, component)
}
