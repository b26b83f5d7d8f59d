import type { ReportDetail } from '#contract/calls/reports.ts'
import { isSigned } from '#domain/status/report-status.ts'

/**
 * Returns the number of the study's next unsigned report, after `reportNo` and then from the first; undefined
 * if there is none.
 */
export function nextReportNo({ study, reports }: ReportDetail, reportNo: number): number | undefined {
  const count = study.no_of_reports
  const others = Array.from({ length: count - 1 }, (_, at) => ((reportNo + at) % count) + 1)
  return others.find((no) => {
    const report = reports.find((one) => one.report_no === no)
    return !report || !isSigned(report.status)
  })
}
