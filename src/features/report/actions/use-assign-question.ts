import { useEffect, useRef } from 'react'
import type { ReportDetail } from '#contract/calls/reports.ts'
import { hasSigned } from '#domain/report/filed.ts'
import { assignToSelf } from '#src/sync/reports/save-report.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { notifyError } from '#src/ui/notes/notify.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'

/**
 * Asks a person who opens a report without an assigned doctor whether to assign the study to them
 * (docs/visits.md#booking). Asks once, on opening, so that no dialog interrupts typing.
 */
export function useAssignQuestion({ study, can_write_report }: ReportDetail): void {
  const isAsked = useRef(false)
  const isNobodys = study.assigned_doctor_id === null && can_write_report === 1 && !hasSigned(study)
  const latest = useRef(study)
  useEffect(() => {
    latest.current = study
  })
  useEffect(() => {
    if (!isNobodys || isAsked.current) return
    isAsked.current = true
    void ask()
      .then((isWanted) => (isWanted ? assignToSelf(latest.current) : undefined))
      .catch(notifyError)
  }, [isNobodys])
}

function ask(): Promise<boolean> {
  return confirmAction({
    title: WORDS.assignTitle,
    message: WORDS.assignQuestion,
    confirmLabel: WORDS.assign,
    comesByItself: true,
  })
}
