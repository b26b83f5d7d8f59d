import { Button, Group, Tooltip } from '@mantine/core'
import type { ReferredStudy } from '#contract/calls/patients.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { reportReason, viewerReason } from './row-reasons.ts'
import { MY_PATIENTS_WORDS as WORDS } from './words.ts'

export interface RowButtonsProps {
  row: ReferredStudy
  onReport: (row: ReferredStudy) => void
}

/** The Open Viewer and View Report buttons of one row. */
export function RowButtons({ row, onReport }: RowButtonsProps) {
  const { online } = useLink()
  const name = row.pat_name || row.pat_id
  return (
    <Group gap={4} wrap="nowrap">
      <RowButton
        label={WORDS.openViewer}
        name={WORDS.openViewerOf(name)}
        reason={viewerReason(row, online)}
        onClick={() => window.open(row.viewer_url, '_blank', 'noopener,noreferrer')}
      />
      <RowButton
        label={WORDS.viewReport}
        name={WORDS.viewReportOf(name)}
        reason={reportReason(row, online)}
        onClick={() => onReport(row)}
      />
    </Group>
  )
}

interface RowButtonProps {
  label: string
  name: string
  reason: string | undefined
  onClick: () => void
}

function RowButton({ label, name, reason, onClick }: RowButtonProps) {
  return (
    <Tooltip label={reason} disabled={reason === undefined}>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={name}
        data-disabled={reason !== undefined || undefined}
        aria-disabled={reason !== undefined}
        aria-description={reason}
        onClick={() => reason === undefined && onClick()}
      >
        {label}
      </Button>
    </Tooltip>
  )
}
