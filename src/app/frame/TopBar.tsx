import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { spotlight } from '@mantine/spotlight'
import { IconBrain, IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { isStaff } from '#domain/access/rules.ts'
import { canOpen } from '#domain/access/screens.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { KeyHint } from '#src/ui/keys/KeyHint.tsx'
import { SHELL_WORDS } from '../words.ts'
import { Bell } from './bell/Bell.tsx'
import classes from './frame.module.css'
import { FRAME_WORDS as WORDS } from './frame-words.ts'
import { LinkAndQueue } from './LinkAndQueue.tsx'
import { UserMenu } from './UserMenu.tsx'
import { WhatsAppButton } from './whatsapp/WhatsAppButton.tsx'
import { ZoneNote } from './ZoneNote.tsx'

export interface TopBarProps {
  session: SessionFields
  /** Given if the side menu is a drawer. */
  onOpenMenu: (() => void) | undefined
}

/**
 * Drawer, search, link and queue, the WhatsApp dialog, the AI icon, the notifications bell and the person's menu
 * (docs/screens.md#the-shell).
 */
export function TopBar({ session, onOpenMenu }: TopBarProps) {
  return (
    <header className={classes.top}>
      {onOpenMenu && (
        <ActionIcon variant="subtle" color="gray" size="lg" onClick={onOpenMenu} aria-label={WORDS.openMenu}>
          <IconMenu2 size={20} aria-hidden />
        </ActionIcon>
      )}
      <Link to="/dashboard" className={classes.brand} aria-label={SHELL_WORDS.product}>
        <img src="/icons/icon.svg" width={28} height={28} alt="" />
        <span className={classes.brandName}>{SHELL_WORDS.product}</span>
      </Link>
      <div className={classes.spacer} />
      {isStaff(session) && <SearchButton />}
      {isStaff(session) && <ZoneNote session={session} />}
      <LinkAndQueue />
      <WhatsAppButton session={session} />
      {canOpen(session, '/view-bodyparts') && (
        <Tooltip label={WORDS.aiBodyParts}>
          <ActionIcon
            component={Link}
            to="/view-bodyparts"
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={WORDS.aiBodyParts}
          >
            <IconBrain size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {isStaff(session) && <Bell />}
      <UserMenu session={session} />
    </header>
  )
}

/** Opens the palette; patients and referrers have neither menu nor palette. */
function SearchButton() {
  return (
    <>
      <Button
        variant="default"
        size="xs"
        visibleFrom="sm"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<KeyHint keys={['Ctrl', 'K']} />}
        onClick={spotlight.open}
      >
        {WORDS.search}
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        hiddenFrom="sm"
        onClick={spotlight.open}
        aria-label={WORDS.search}
      >
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
    </>
  )
}
