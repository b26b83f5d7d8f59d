import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReportDetail } from '#contract/calls/reports.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { AddendumWriter } from './AddendumWriter.tsx'
import { ADDENDUM_WORDS as WORDS } from './words.ts'

export interface AddendumDialogProps {
  detail: ReportDetail
  /** The report that it is opened for; the first signed one by default. */
  reportId?: string | undefined
  opened: boolean
  onClose: () => void
}

/** Appends text to a signed report of the study, dated and signed (docs/reports.md). */
export function AddendumDialog({ detail, reportId, opened, onClose }: AddendumDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.title} size="min(860px, 96vw)">
      {opened && <AddendumForm detail={detail} reportId={reportId} onClose={onClose} />}
    </Dialog>
  )
}

function AddendumForm({ detail, reportId, onClose }: Omit<AddendumDialogProps, 'opened'>) {
  const signed = detail.reports.filter((report) => isSigned(report.status))
  const [chosen, setChosen] = useState(reportId)
  const report = signed.find(({ id }) => id === chosen) ?? signed[0]
  if (!report) return <Text>{WORDS.refusals.notSigned}</Text>
  return (
    <Stack gap="sm">
      <Text size="sm">{WORDS.intro}</Text>
      {signed.length > 1 && (
        <SegmentedControl
          aria-label={WORDS.report}
          value={report.id}
          onChange={setChosen}
          data={signed.map(({ id, report_no, report_name }) => ({
            value: id,
            label: WORDS.reportName(report_no, report_name),
          }))}
        />
      )}
      <AddendumWriter key={report.id} report={report} study={detail.study} onDone={onClose} />
    </Stack>
  )
}
