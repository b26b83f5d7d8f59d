import { Hl7Message, type Hl7Segment } from '@medplum/core'
import type { OutgoingReport } from '../outgoing-report.ts'
import { headerOf, nameParts, segment, sexCode, timeOf } from './segments.ts'

/**
 * ORU^R01 of HL7 2.5.1: the patient, the order, and the report as one observation a line, so that no receiver has to
 * know of line breaks inside a field.
 */
export function buildOru(report: OutgoingReport): string {
  const segments = [
    headerOf(report, ['ORU', 'R01', 'ORU_R01']),
    patientOf(report),
    orderOf(report),
    ...observationsOf(report),
  ]
  return `${new Hl7Message(segments).toString()}\r`
}

function patientOf({ patient }: OutgoingReport): Hl7Segment {
  return segment('PID', {
    1: '1',
    3: [patient.id],
    5: nameParts(patient.name),
    7: patient.birthdate?.replaceAll('-', '') ?? '',
    8: sexCode(patient.sex),
  })
}

function orderOf({ study, report, resultStatus, signed, verified }: OutgoingReport): Hl7Segment {
  const filed = verified.at ?? signed.at
  return segment('OBR', {
    1: '1',
    2: [study.accessionNo],
    3: [study.accessionNo],
    4: [study.modality, report.name || study.description],
    7: study.at ? timeOf(study.at) : '',
    16: ['', study.referrer],
    18: study.accessionNo,
    19: study.uid,
    22: filed ? timeOf(filed) : '',
    24: 'RAD',
    25: resultStatus,
    32: [signed.by],
  })
}

function observationsOf(report: OutgoingReport): Hl7Segment[] {
  return linesOf(report).map(({ code, name, line }, index) =>
    segment('OBX', {
      1: String(index + 1),
      2: 'TX',
      3: [code, name, 'LN'],
      4: String(report.report.number),
      5: line,
      11: report.resultStatus,
    }),
  )
}

interface Line {
  code: string
  name: string
  line: string
}

/** The parts in the order in which they are read, under the LOINC code of each. */
function linesOf({ report }: OutgoingReport): Line[] {
  const part = (code: string, name: string, text: string): Line[] =>
    text === '' ? [] : text.split('\n').map((line) => ({ code, name, line }))
  return [
    ...part('59776-5', 'Findings', report.description),
    ...part('19005-8', 'Impression', report.conclusion),
    ...part('18783-1', 'Recommendation', report.recommendation),
    ...report.addenda.flatMap(({ text, at, by }) =>
      part('55107-7', 'Addendum', `${at.toISOString()} ${by}\n${text}`),
    ),
  ]
}
