import { Menu, Text, UnstyledButton } from '@mantine/core'
import {
  IconDevices,
  IconKey,
  IconKeyboard,
  IconLayoutDashboard,
  IconLock,
  IconLogout,
  IconUserCircle,
} from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { SessionFields } from '#domain/access/session.ts'
import { useLock } from '#src/sync/session/lock/lock-state.ts'
import { lockNow } from '#src/sync/session/session.ts'
import { APP_KEYS } from '#src/ui/keys/app-keys.ts'
import { KeyHint } from '#src/ui/keys/KeyHint.tsx'
import { notifyError } from '#src/ui/notes/notify.ts'
import classes from './frame.module.css'
import { FRAME_WORDS as WORDS } from './frame-words.ts'
import { openKeyboardHelp } from './KeyboardHelp.tsx'
import { SignOutDialog } from './sign-out/SignOutDialog.tsx'
import { useSignOut } from './sign-out/use-sign-out.ts'

export interface UserMenuProps {
  session: SessionFields
}

/** Profile, Dashboard, Change Password, Lock and Logout, as far as docs/screens.md#the-shell grants them. */
export function UserMenu({ session }: UserMenuProps) {
  // A session that stores nothing on the device has nothing to lock.
  const isLockable = useLock().kind !== 'none'
  const leaving = useSignOut()
  return (
    <>
      <Menu position="bottom-end" width={220} withinPortal>
        <Menu.Target>
          <UnstyledButton className={classes.state} aria-label={WORDS.userMenu(session.name)}>
            <IconUserCircle size={18} aria-hidden />
            <Text span size="sm" visibleFrom="sm" maw={160} truncate>
              {session.name}
            </Text>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to="/profile" leftSection={<IconUserCircle size={16} aria-hidden />}>
            {WORDS.profile}
          </Menu.Item>
          {session.is_ref_doctor === 1 && (
            <Menu.Item
              component={Link}
              to="/dashboard"
              leftSection={<IconLayoutDashboard size={16} aria-hidden />}
            >
              {WORDS.dashboard}
            </Menu.Item>
          )}
          <Menu.Item
            component={Link}
            to="/devices?part=mine"
            leftSection={<IconDevices size={16} aria-hidden />}
          >
            {WORDS.ownDevices}
          </Menu.Item>
          <Menu.Item component={Link} to="/change-password" leftSection={<IconKey size={16} aria-hidden />}>
            {WORDS.changePassword}
          </Menu.Item>
          <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={openKeyboardHelp}>
            {WORDS.keyboardHelp}
          </Menu.Item>
          <Menu.Divider />
          {isLockable && (
            <Menu.Item
              leftSection={<IconLock size={16} aria-hidden />}
              rightSection={<KeyHint keys={APP_KEYS.lock.shown} />}
              aria-label={WORDS.lock}
              onClick={() => void lockNow().catch(notifyError)}
            >
              {WORDS.lock}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconLogout size={16} aria-hidden />}
            onClick={() => void leaving.signOut()}
          >
            {WORDS.logout}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {leaving.unsent !== undefined && <SignOutDialog leaving={leaving} />}
    </>
  )
}
