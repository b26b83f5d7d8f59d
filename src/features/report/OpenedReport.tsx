import type { ReportDetail } from '#contract/calls/reports.ts'
import type { DetailSource } from '#src/sync/reports/use-report.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { UnreadTextNote } from '#src/ui/notes/UnreadTextNote.tsx'
import { ReportBody } from './ReportBody.tsx'
import type { Reading } from './reading/use-reading.ts'
import { useOpenReport } from './writer/use-open-report.ts'

export interface OpenedReportProps {
  detail: ReportDetail
  from: DetailSource
  reportNo: number
  reading: Reading
}

/** Loads the text that only this device has, then opens the report with it. */
export function OpenedReport({ detail, from, reportNo, reading }: OpenedReportProps) {
  const row = detail.reports.find((report) => report.report_no === reportNo)
  const { open, problem, retry } = useOpenReport({
    shown: detail,
    reportNo,
    defaultName: reportNo === 1 ? detail.study.study_desc : '',
    row,
  })
  if (problem) return <UnreadTextNote problem={problem} onRetry={retry} />
  if (!open) return <SkeletonRows rows={8} />
  return <ReportBody detail={detail} row={row} from={from} open={open} reading={reading} />
}
