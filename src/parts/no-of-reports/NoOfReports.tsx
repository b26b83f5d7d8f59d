import { Select, type SelectProps, Tooltip } from '@mantine/core'
import { memo } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { leastNumberOfReports } from '#domain/report/number-of-reports.ts'
import { REPORT_NUMBERS } from '#domain/report/report-id.ts'
import { updateNoOfReports } from '#src/sync/reports/save-report.ts'
import { useReportsHere } from '#src/sync/reports/use-reports-here.ts'
import { useSession } from '#src/sync/session/session.ts'
import { notifyError } from '#src/ui/notify.ts'
import { NUMBER_WORDS as WORDS } from './words.ts'

export interface NoOfReportsProps extends Pick<SelectProps, 'size' | 'label' | 'w'> {
  study: Pick<StudyRow, 'id' | 'no_of_reports'>
}

/** How many reports the study has, 1 to 5 (spec 3 section 2.2); never fewer than have text. */
export function NoOfReports({ study, ...look }: NoOfReportsProps) {
  const session = useSession()
  const reports = useReportsHere(study.id)
  const least = leastNumberOfReports(reports ?? [])
  const mayChange = session?.modules.includes('edit_no_of_reports') ?? false
  return <Choice id={study.id} no={study.no_of_reports} least={least} mayChange={mayChange} {...look} />
}

interface ChoiceProps extends Omit<NoOfReportsProps, 'study'> {
  id: string
  no: number
  least: number
  mayChange: boolean
}

/** Drawn anew where the number changes, and not at each save of a text. */
const Choice = memo(function Choice({ id, no, least, mayChange, size = 'xs', label, w = 72 }: ChoiceProps) {
  const reason = mayChange ? undefined : WORDS.noRight
  const set = (value: string | null) => {
    if (value === null || Number(value) === no) return
    void updateNoOfReports(id, Number(value)).catch(notifyError)
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
        // Not `disabled`: its tooltip says why it does not open.
        readOnly={!mayChange}
        data-disabled={!mayChange || undefined}
        comboboxProps={{ withinPortal: true }}
      />
    </Tooltip>
  )
})
