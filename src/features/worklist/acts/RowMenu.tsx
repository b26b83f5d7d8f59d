import { Menu } from '@mantine/core'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { WORKLIST_WORDS as WORDS } from '../words.ts'
import classes from '../worklist.module.css'
import { ACTION_ICONS } from './action-icons.ts'
import type { RunAction } from './RowActions.tsx'
import { actionsOf, type RowActionContext } from './row-actions.ts'

/** An open menu: its row and its button. */
export interface OpenMenu {
  row: StudyListRow
  button: HTMLElement
}

export interface RowMenuProps {
  menu: OpenMenu
  context: RowActionContext
  onRun: RunAction
  onClose: () => void
}

/** The menu of a row: one for the whole list, positioned at the pressed button. */
export function RowMenu({ menu: { row, button }, context, onRun, onClose }: RowMenuProps) {
  const { left, top, width, height } = button.getBoundingClientRect()
  const close = () => {
    onClose()
    button.focus()
  }
  return (
    <Menu opened onClose={close} position="left-start" returnFocus={false}>
      <Menu.Target>
        {/* Invisible: anchors the menu, and its text labels the menu. */}
        <span aria-hidden className={classes.menuAnchor} style={{ left, top, width, height }}>
          {WORDS.actions.more(row.pat_name || WORDS.nameless)}
        </span>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {actionsOf(row, context).map(({ kind, reason }) => {
          const Icon = ACTION_ICONS[kind]
          return (
            <Menu.Item
              key={kind}
              leftSection={<Icon size={16} aria-hidden />}
              disabled={reason !== undefined}
              className={classes.menuItem}
              color={kind === 'delete' ? 'red' : undefined}
              onClick={() => onRun(kind, row)}
            >
              {WORDS.actions[kind]}
              {reason !== undefined && <span className={classes.reason}>{reason}</span>}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
