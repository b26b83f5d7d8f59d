import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconDots, IconFileText, IconPencil, IconPhoto, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useNavigate } from 'react-router-dom'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { type ActionPlace, actionsOf, type RowAction, reportPath } from './row-actions.ts'
import { WORKLIST_WORDS as WORDS } from './words.ts'
import classes from './worklist.module.css'

const ICONS: Record<RowAction['kind'], ComponentType<IconProps>> = {
  open: IconPencil,
  preview: IconFileText,
  images: IconPhoto,
}

export interface RowActionsProps {
  row: StudyListRow
  place: ActionPlace
  onPreview: (row: StudyListRow) => void
}

/** The actions of one study: as buttons while the pointer or the focus is on the row, and always in a menu. */
export function RowActions({ row, place, onPreview }: RowActionsProps) {
  const navigate = useNavigate()
  const run: Record<RowAction['kind'], () => void> = {
    open: () => void navigate(reportPath(row.study_id)),
    preview: () => onPreview(row),
    images: () => void window.open(row.viewer_url, '_blank', 'noopener,noreferrer'),
  }
  const actions = actionsOf(row, place)
  return (
    <div className={classes.actions}>
      <div className={classes.quickActions}>
        {actions.map(({ kind, reason }) => (
          <QuickAction key={kind} kind={kind} reason={reason} onRun={run[kind]} />
        ))}
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={WORDS.actions.more(row.pat_name || WORDS.nameless)}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ kind, reason }) => {
            const Icon = ICONS[kind]
            return (
              <Menu.Item
                key={kind}
                leftSection={<Icon size={16} aria-hidden />}
                disabled={reason !== undefined}
                className={classes.menuItem}
                onClick={run[kind]}
              >
                {WORDS.actions[kind]}
                {reason !== undefined && <span className={classes.reason}>{reason}</span>}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

function QuickAction({ kind, reason, onRun }: RowAction & { onRun: () => void }) {
  const Icon = ICONS[kind]
  const label = WORDS.actions[kind]
  return (
    <Tooltip label={reason ?? label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={reason === undefined ? label : `${label}: ${reason}`}
        // Not `disabled`: the button keeps its tooltip and its place among the focusable ones.
        data-disabled={reason !== undefined || undefined}
        aria-disabled={reason !== undefined}
        onClick={reason === undefined ? onRun : undefined}
      >
        <Icon size={17} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
