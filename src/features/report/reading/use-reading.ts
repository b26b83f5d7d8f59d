import { useLocation, useNavigate } from 'react-router-dom'
import type { ReportDetail } from '#contract/calls/reports.ts'
import { findNextStudy } from '#src/sync/studies/find-next-study.ts'
import { skipStudy } from '#src/sync/studies/skipped-studies.ts'
import { leaveRow } from '#src/ui/grid/left-row.ts'
import { notifyDone } from '#src/ui/notify.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import { askSkipReason } from './ask-skip-reason.tsx'
import { nextReportNo } from './next-report.ts'

export interface Reading {
  /** Back to where the report was opened from; a list stands at the study's row. */
  close: () => void
  /** The next report of the study that is not signed, else the next study; where none waits, says so and closes. */
  goNext: () => Promise<void>
  /** Asks why, puts the study off and opens the next one. */
  skip: () => Promise<void>
}

/** The way from one study to the next, and back to the list (docs/reports.md#reading-one-after-another). */
export function useReading(
  detail: ReportDetail,
  reportNo: number,
  onReport: (reportNo: number) => void,
): Reading {
  const navigate = useNavigate()
  const { key, state } = useLocation()
  const { id } = detail.study
  // Opened by its address there is nothing to go back to, however many studies were read since.
  const isFirst = key === 'default' || isFirstState(state)

  const close = () => {
    leaveRow(id)
    void (isFirst ? navigate('/worklist1') : navigate(-1))
  }
  const openNextStudy = async () => {
    const next = await findNextStudy(id)
    if (next === undefined) {
      notifyDone(WORDS.nothingNext)
      close()
      return
    }
    // In the place of this one: the way back leads to the list.
    void navigate(`/report/${next}`, { replace: true, state: { isFirst } })
  }
  const goNext = async () => {
    const report = nextReportNo(detail, reportNo)
    if (report === undefined) await openNextStudy()
    else onReport(report)
  }
  const skip = async () => {
    const reason = await askSkipReason()
    if (!reason) return
    await skipStudy(id, reason)
    await openNextStudy()
  }
  return { close, goNext, skip }
}

const isFirstState = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isFirst' in state && state.isFirst === true
