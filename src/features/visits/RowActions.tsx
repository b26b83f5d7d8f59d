import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCash, IconPencil } from '@tabler/icons-react'
import { canEditVisit } from '#domain/status/visit-status.ts'
import type { ListedVisit } from '#src/sync/visits/pick-visits.ts'
import { type OpenedPanel, PAYMENTS_TAB } from './VisitPanels.tsx'
import classes from './visits.module.css'
import { VISITS_WORDS as WORDS } from './words.ts'

/** The width of both buttons in pixels. */
export const ACTIONS_WIDTH = 64

export interface RowActionsProps {
  row: ListedVisit
  onPanel: (panel: OpenedPanel) => void
}

/** The most frequent actions on a listed visit: its payments and its appointment. */
export function RowActions({ row, onPanel }: RowActionsProps) {
  const { visit_no, name } = row
  const canEdit = canEditVisit(row.status)
  return (
    <span className={classes.actions}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={WORDS.paymentsOf(visit_no, name)}
        title={WORDS.payments}
        onClick={() => onPanel({ kind: 'visit', visitId: row.id, tab: PAYMENTS_TAB })}
      >
        <IconCash size={16} aria-hidden />
      </ActionIcon>
      <Tooltip label={WORDS.editLocked} disabled={canEdit}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={WORDS.editOf(visit_no, name)}
          aria-description={canEdit ? undefined : WORDS.editLocked}
          aria-disabled={!canEdit}
          data-disabled={!canEdit || undefined}
          className={canEdit ? undefined : classes.locked}
          title={canEdit ? WORDS.edit : undefined}
          onClick={() => canEdit && onPanel({ kind: 'edit', row })}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </span>
  )
}
