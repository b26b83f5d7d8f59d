import type { SessionFields } from '#domain/access/session.ts'
import { EdgeDrawer } from '#src/ui/dialog/EdgeDrawer.tsx'
import { SHELL_WORDS } from '../words.ts'
import { CollapsibleMenu } from './CollapsibleMenu.tsx'
import { FRAME_WORDS as WORDS } from './frame-words.ts'
import { MenuEntries } from './MenuEntries.tsx'

export interface SideMenuProps {
  session: SessionFields
  /** True if there is no room beside the screen: the menu is a drawer. */
  isNarrow: boolean
  isOpen: boolean
  onClose: () => void
}

/** The side menu: beside the screen on a desktop, a drawer on a narrow window. */
export function SideMenu({ session, isNarrow, isOpen, onClose }: SideMenuProps) {
  if (!isNarrow) return <CollapsibleMenu session={session} />
  return (
    <EdgeDrawer opened={isOpen} onClose={onClose} title={SHELL_WORDS.product} size={280} padding="xs">
      <nav aria-label={WORDS.mainNavigation}>
        <MenuEntries session={session} isCollapsed={false} onChoose={onClose} />
      </nav>
    </EdgeDrawer>
  )
}
