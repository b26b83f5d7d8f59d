import { Menu, Text, UnstyledButton } from '@mantine/core'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { SessionFields } from '#domain/access/session.ts'
import { useOwnWords } from '#src/parts/patient-words/own-words.ts'
import { usePatientDates, usePatientWords } from '#src/parts/patient-words/patient-words.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { signOut } from '#src/sync/session/session.ts'
import { leaveBy } from '../../session-end.ts'
import classes from '../frame.module.css'
import { useMinute } from '../use-minute.ts'

/** The bar above a patient's pages: the way home, the state of the link, and the way out. */
export function PatientTop({ session: { name } }: { session: SessionFields }) {
  const { product } = usePatientWords()
  return (
    <header className={classes.top}>
      <Link to="/dashboard" className={classes.brand} aria-label={product}>
        <img src="/icons/icon.svg" width={28} height={28} alt="" />
        <span className={classes.brandName}>{product}</span>
      </Link>
      <div className={classes.spacer} />
      <PatientLink />
      <PatientMenu name={name} />
    </header>
  )
}

/** A patient's device holds nothing that waits to be sent: there is no more to say than the link. */
function PatientLink() {
  const { online, since } = useLink()
  const { frame } = useOwnWords()
  const { moment } = usePatientDates()
  const now = useMinute()
  return (
    <span className={classes.state} role="status">
      <span className={classes.dot} data-offline={online ? undefined : ''} />
      {online ? frame.online : frame.offlineSince(moment(since, now, READER_ZONE))}
    </span>
  )
}

function PatientMenu({ name }: { name: string }) {
  const { frame } = useOwnWords()
  return (
    <Menu position="bottom-end" width={220} withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.state} aria-label={frame.account(name)}>
          <IconUserCircle size={18} aria-hidden />
          <Text span size="sm" visibleFrom="sm" maw={160} truncate>
            <bdi>{name}</bdi>
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => void leaveBy(() => signOut())}
        >
          {frame.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
