import { Select, type SelectProps, Tooltip } from '@mantine/core'
import { memo } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { leastNumberOfReports } from '#domain/report/number-of-reports.ts'
import { REPORT_NUMBERS } from '#domain/report/report-id.ts'
import { isSigned, REPORT_STATUS_TABLE, type ReportStatus } from '#domain/status/report-status.ts'
import { updateNoOfReports } from '#src/sync/reports/save-report.ts'
import { useReportsHere } from '#src/sync/reports/use-reports-here.ts'
import { useSession } from '#src/sync/session/session.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { notifyError } from '#src/ui/notes/notify.ts'
import { NUMBER_WORDS as WORDS } from './words.ts'

export interface NoOfReportsProps extends Pick<SelectProps, 'size' | 'label' | 'w'> {
  study: Pick<StudyRow, 'id' | 'no_of_reports' | 'status'>
}

/** The number of reports of the study, 1 to 5 (docs/studies.md#study-drawer); never fewer than have text. */
export function NoOfReports({ study, ...look }: NoOfReportsProps) {
  const session = useSession()
  const reports = useReportsHere(study.id)
  const least = leastNumberOfReports(reports ?? [])
  const mayChange = session?.modules.includes('edit_no_of_reports') ?? false
  const { id, no_of_reports: no, status } = study
  return <Choice id={id} no={no} status={status} least={least} mayChange={mayChange} {...look} />
}

interface ChoiceProps extends Omit<NoOfReportsProps, 'study'> {
  id: string
  no: number
  /** The study's status, with its current number of reports. */
  status: ReportStatus
  least: number
  mayChange: boolean
}

/** Rerenders when the number changes, and not at each save of a text. */
const Choice = memo(function Choice({
  id,
  no,
  status,
  least,
  mayChange,
  size = 'xs',
  label,
  w = 72,
}: ChoiceProps) {
  const reason = mayChange ? undefined : WORDS.noRight
  const set = (value: string | null) => {
    if (value === null || Number(value) === no) return
    void change(id, status, no, Number(value)).catch(notifyError)
  }
  return (
    <Tooltip label={reason ?? WORDS.label} disabled={label !== undefined && reason === undefined}>
      <Select
        w={w}
        size={size}
        label={label}
        aria-label={WORDS.label}
        aria-description={reason}
        value={String(no)}
        data={REPORT_NUMBERS.map((one) => ({
          value: String(one),
          label: String(one),
          disabled: one < least,
        }))}
        onChange={set}
        allowDeselect={false}
        // Not `disabled`: its tooltip explains why it does not open.
        readOnly={!mayChange}
        data-disabled={!mayChange || undefined}
        comboboxProps={{ withinPortal: true }}
      />
    </Tooltip>
  )
})

/**
 * Changes the number. Adding a report to a signed or verified study ends that status, so asks for
 * confirmation first.
 */
async function change(id: string, status: ReportStatus, before: number, after: number): Promise<void> {
  if (isSigned(status) && after > before && !(await isMeant(status, after))) return
  await updateNoOfReports(id, after)
}

const isMeant = (status: ReportStatus, after: number) =>
  confirmAction({
    title: WORDS.confirmTitle(after),
    message: WORDS.confirm(REPORT_STATUS_TABLE[status].label),
    confirmLabel: WORDS.confirmTitle(after),
  })
