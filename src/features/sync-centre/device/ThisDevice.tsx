import { Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatMoment } from '#domain/time/formats.ts'
import { useDeviceFacts } from '#src/sync/device-facts/use-device-facts.ts'
import type { LinkState } from '#src/sync/link/link.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { ageText } from '#src/ui/time/age-text.ts'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import classes from '../sync-centre.module.css'
import { DEVICE_WORDS as WORDS } from '../words.ts'
import { DeviceName } from './DeviceName.tsx'
import { IdleMinutes } from './IdleMinutes.tsx'
import { StorageRoom } from './StorageRoom.tsx'

export interface ThisDeviceProps {
  link: LinkState
}

/** The state of this device: its name, connection, storage and lock. */
export function ThisDevice({ link }: ThisDeviceProps) {
  const { name, lastContact, journal, storageUsed, storageGranted, isPersistent } = useDeviceFacts()
  return (
    <Paper className={classes.device} component="section" aria-labelledby="this-device">
      <Title order={2} id="this-device" mb="sm">
        {WORDS.title}
      </Title>
      <div className={classes.facts}>
        <DeviceName name={name} isOnline={link.online} />
        <Fact label={WORDS.link}>
          <LinkWords link={link} />
        </Fact>
        <Fact label={WORDS.lastContact}>
          {lastContact ? <Ago at={lastContact} isNow={link.online} /> : WORDS.never}
        </Fact>
        <Fact label={WORDS.storage}>
          <StorageRoom used={storageUsed} granted={storageGranted} isPersistent={isPersistent} />
        </Fact>
        <Fact label={WORDS.journal}>
          {journal.since
            ? WORDS.journalKept(journal.count, megabytesOf(journal.bytes), dayOf(journal.since))
            : WORDS.journalEmpty}
          <Text size="sm" c="dimmed">
            {WORDS.journalDays(journal.days)}
          </Text>
        </Fact>
        <IdleMinutes />
      </div>
    </Paper>
  )
}

const megabytesOf = (bytes: number) => (bytes / 1_048_576).toFixed(1)
const dayOf = (at: Date) => formatMoment(at, new Date(), READER_ZONE)

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="div" className="tabular">
        {children}
      </Text>
    </div>
  )
}

function LinkWords({ link: { online, since } }: ThisDeviceProps) {
  const now = useTickingTime(!online)
  return online ? WORDS.online : WORDS.offlineSince(formatMoment(since, new Date(now), READER_ZONE))
}

/** The last contact is recorded once a minute; while connected, it is now. */
function Ago({ at, isNow }: { at: Date; isNow: boolean }) {
  const now = useTickingTime(true)
  const time = formatMoment(isNow ? new Date(now) : at, new Date(now), READER_ZONE)
  return isNow ? time : `${time} (${WORDS.ago(ageText(now - at.getTime()))})`
}
