import { Menu, Text, UnstyledButton } from '@mantine/core'
import { IconKeyboard, IconLayoutDashboard, IconLock, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { SessionFields } from '#domain/access/session.ts'
import { signOut, UnsentWorkError } from '#src/sync/session/session.ts'
import { notifyError } from '#src/ui/notify.ts'
import { leaveBy } from '../session-end.ts'
import { SHELL_WORDS as WORDS } from '../words.ts'
import classes from './frame.module.css'
import { openKeyboardHelp } from './KeyboardHelp.tsx'

export interface UserMenuProps {
  session: SessionFields
}

/** Profile, Dashboard, Change Password and Logout, for those whom spec 1 section 2 gives them. */
export function UserMenu({ session }: UserMenuProps) {
  const isPatient = session.is_patient === 1
  return (
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
        {!isPatient && (
          <Menu.Item component={Link} to="/profile" leftSection={<IconUserCircle size={16} aria-hidden />}>
            {WORDS.profile}
          </Menu.Item>
        )}
        {session.is_ref_doctor === 1 && (
          <Menu.Item
            component={Link}
            to="/dashboard"
            leftSection={<IconLayoutDashboard size={16} aria-hidden />}
          >
            {WORDS.dashboard}
          </Menu.Item>
        )}
        {!isPatient && (
          <Menu.Item component={Link} to="/change-password" leftSection={<IconLock size={16} aria-hidden />}>
            {WORDS.changePassword}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={openKeyboardHelp}>
          {WORDS.keyboardHelp}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void logOut()}>
          {WORDS.logout}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Logging out never leaves unsent work behind: it is refused with the number of changes that wait. */
async function logOut(): Promise<void> {
  try {
    await leaveBy(signOut)
  } catch (error) {
    if (error instanceof UnsentWorkError) notifyError(WORDS.unsent(error.count), WORDS.unsentTitle)
    else notifyError(error, WORDS.logoutFailed)
  }
}
