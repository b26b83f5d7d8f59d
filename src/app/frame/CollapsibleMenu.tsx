import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import type { SessionFields } from '#domain/access/session.ts'
import classes from './frame.module.css'
import { FRAME_WORDS as WORDS } from './frame-words.ts'
import { MenuEntries } from './MenuEntries.tsx'

export interface CollapsibleMenuProps {
  session: SessionFields
}

/** The desktop menu; collapsed it shows icons with their names as tooltips. */
export function CollapsibleMenu({ session }: CollapsibleMenuProps) {
  const [isCollapsed, collapsed] = useDisclosure(false)
  const label = isCollapsed ? WORDS.expandMenu : WORDS.collapseMenu
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <nav className={classes.menu} data-collapsed={isCollapsed || undefined} aria-label={WORDS.mainNavigation}>
      <MenuEntries session={session} isCollapsed={isCollapsed} />
      <Tooltip label={label} position="right">
        <ActionIcon
          className={classes.collapse}
          variant="subtle"
          color="gray"
          size="lg"
          onClick={collapsed.toggle}
          aria-label={label}
          aria-expanded={!isCollapsed}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </nav>
  )
}
