import type { SessionFields } from '#domain/access/session.ts'
import { EdgeDrawer } from '#src/ui/EdgeDrawer.tsx'
import { SHELL_WORDS as WORDS } from '../words.ts'
import { CollapsibleMenu } from './CollapsibleMenu.tsx'
import { MenuEntries } from './MenuEntries.tsx'

export interface SideMenuProps {
  session: SessionFields
  /** True where there is no room beside the screen: the menu is a drawer. */
  isNarrow: boolean
  isOpen: boolean
  onClose: () => void
}

/** The side menu: beside the screen on a desktop, a drawer on a small one. */
export function SideMenu({ session, isNarrow, isOpen, onClose }: SideMenuProps) {
  if (!isNarrow) return <CollapsibleMenu session={session} />
  return (
    <EdgeDrawer opened={isOpen} onClose={onClose} title={WORDS.product} size={280} padding="xs">
      <nav aria-label={WORDS.mainNavigation}>
        <MenuEntries session={session} isCollapsed={false} onChoose={onClose} />
      </nav>
    </EdgeDrawer>
  )
}
