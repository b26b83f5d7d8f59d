import { ActionIcon, Tooltip } from '@mantine/core'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { WORKLIST_WORDS as WORDS } from '../words.ts'
import classes from '../worklist.module.css'
import { ACTION_ICONS } from './action-icons.ts'
import { quickActionsOf, type RowAction, type RowActionContext, type RowActionKind } from './row-actions.ts'

/** Runs an action on a row. */
export type RunAction = (kind: RowActionKind, row: StudyListRow) => void

export interface RowActionsProps {
  row: StudyListRow
  context: RowActionContext
  /**
   * Whether the pointer or the focus is on the row: only then are its buttons rendered, because hundreds of
   * them would be slow.
   */
  isHot: boolean
  onRun: RunAction
  /** Opens the menu of the row at the pressed button. */
  onMenu: (row: StudyListRow, button: HTMLElement) => void
}

/** The actions of one study: as buttons on the hovered row, and always in a menu. */
export function RowActions({ row, context, isHot, onRun, onMenu }: RowActionsProps) {
  return (
    <>
      {isHot && (
        <div className={classes.quickActions}>
          {quickActionsOf(row, context).map((action) => (
            <QuickAction key={action.kind} {...action} onRun={() => onRun(action.kind, row)} />
          ))}
        </div>
      )}
      <button
        type="button"
        className={classes.more}
        aria-haspopup="menu"
        aria-label={WORDS.actions.more(row.pat_name || WORDS.nameless)}
        onClick={(event) => onMenu(row, event.currentTarget)}
      />
    </>
  )
}

function QuickAction({ kind, reason, onRun }: RowAction & { onRun: () => void }) {
  const Icon = ACTION_ICONS[kind]
  const label = WORDS.actions[kind]
  return (
    <Tooltip label={reason ?? label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={reason === undefined ? label : `${label}: ${reason}`}
        // Not `disabled`, so that the button keeps its tooltip and stays focusable.
        data-disabled={reason !== undefined || undefined}
        aria-disabled={reason !== undefined}
        onClick={reason === undefined ? onRun : undefined}
      >
        <Icon size={17} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
