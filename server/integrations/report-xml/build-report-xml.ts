import { XMLBuilder } from 'fast-xml-parser'
import { xmlLetters } from '#domain/file/xml-letters.ts'
import { isoInZone } from '#domain/time/iso-in-zone.ts'
import type { OutgoingReport } from '../outgoing-report.ts'

const builder = new XMLBuilder({
  ignoreAttributes: false,
  format: true,
  suppressEmptyNode: false,
  tagValueProcessor: (_name, value) => xmlLetters(String(value)),
})

/**
 * Builds a report as XML, with the same names that report-in accepts, so that two installations can exchange reports.
 * Times are in the branch's time zone, with offset.
 */
export function buildReportXml(report: OutgoingReport): string {
  const { patient, study, signed, verified, zone } = report
  const timeOf = (at: Date | null) => (at ? isoInZone(at, zone) : '')
  return builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    report: {
      message_id: report.controlId,
      sent_on: timeOf(report.sentAt),
      result_status: report.resultStatus,
      facility: report.sender.facility,
      patient_id: patient.id,
      patient_name: patient.name,
      patient_sex: patient.sex,
      patient_birthdate: patient.birthdate ?? '',
      study_iuid: study.uid,
      accession_no: study.accessionNo,
      study_desc: study.description,
      modality: study.modality,
      study_datetime: timeOf(study.at),
      ref_physician: study.referrer,
      report_no: report.report.number,
      report_name: report.report.name,
      description: report.report.description,
      conclusion: report.report.conclusion,
      recommendation: report.report.recommendation,
      addendum: report.report.addenda.map(({ text, at, by }) => ({
        text,
        signed_on: timeOf(at),
        signed_by: by,
      })),
      signed_by: signed.by,
      signed_on: timeOf(signed.at),
      verified_by: verified.by,
      verified_on: timeOf(verified.at),
    },
  })
}
