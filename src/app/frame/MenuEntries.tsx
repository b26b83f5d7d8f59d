import { Tooltip } from '@mantine/core'
import { NavLink } from 'react-router-dom'
import { MENU_GROUPS, type MenuEntry, menuOf } from '#domain/access/menu.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { ScreenIcon } from '#src/ui/ScreenIcon.tsx'
import classes from './frame.module.css'

export interface MenuEntriesProps {
  session: SessionFields
  /** Icons only. */
  isCollapsed: boolean
  onChoose?: () => void
}

/** The menu entries that the person's permissions allow, by group. */
export function MenuEntries({ session, isCollapsed, onChoose }: MenuEntriesProps) {
  const entries = menuOf(session)
  return MENU_GROUPS.map((group) => {
    const inGroup = entries.filter((entry) => entry.group === group)
    if (inGroup.length === 0) return null
    return (
      <section key={group} aria-label={group}>
        {!isCollapsed && <div className={classes.group}>{group}</div>}
        {inGroup.map((entry) => (
          <EntryLink key={entry.route} entry={entry} isCollapsed={isCollapsed} onChoose={onChoose} />
        ))}
      </section>
    )
  })
}

interface EntryLinkProps {
  entry: MenuEntry
  isCollapsed: boolean
  onChoose: (() => void) | undefined
}

function EntryLink({ entry, isCollapsed, onChoose }: EntryLinkProps) {
  return (
    <Tooltip label={entry.label} position="right" disabled={!isCollapsed}>
      <NavLink to={entry.route} className={classes.entry} onClick={onChoose} aria-label={entry.label}>
        <ScreenIcon path={entry.route} />
        {!isCollapsed && entry.label}
      </NavLink>
    </Tooltip>
  )
}
