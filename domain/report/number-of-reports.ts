import { isSigned, type ReportStatus } from '../status/report-status.ts'
import { isEmptyMarkup } from './markup-text.ts'
import { REPORT_NUMBERS } from './report-id.ts'
import type { SignedParts } from './signed-content.ts'

type NumberedReport = SignedParts & { report_no: number; status: ReportStatus }

const PARTS = ['report_data', 'conclusion', 'recommendation'] as const

/** The smallest number of reports a study may be set to without losing a text or a signature. At least 1. */
export function leastNumberOfReports(reports: readonly NumberedReport[]): number {
  const written = reports.filter(
    (report) => isSigned(report.status) || !PARTS.every((part) => isEmptyMarkup(report[part])),
  )
  return Math.max(1, ...written.map((report) => report.report_no))
}

/** The statuses that make up a study's: one for each of its reports, Pending if nobody began it. */
export function statusesOfStudy(
  reports: readonly Pick<NumberedReport, 'report_no' | 'status'>[],
  noOfReports: number,
): ReportStatus[] {
  return REPORT_NUMBERS.slice(0, noOfReports).map(
    (no) => reports.find((report) => report.report_no === no)?.status ?? 'Pending',
  )
}
