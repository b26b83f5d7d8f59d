import { Card, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ContactCell, OldestCell, RevokedBadge, storageWords } from './cells.tsx'
import type { DeviceView } from './device-view.ts'
import classes from './devices.module.css'
import { DEVICES_WORDS as WORDS } from './words.ts'

export interface DeviceCardProps {
  view: DeviceView
  action: ReactNode
}

/** One device on a narrow screen. */
export function DeviceCard({ view, action }: DeviceCardProps) {
  const { item } = view
  return (
    <Card withBorder padding="sm" className={classes.card}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600}>{item.user_name}</Text>
          <Text size="sm">{item.device_name || WORDS.nameless}</Text>
        </div>
        <RevokedBadge view={view} />
      </Group>
      <dl className={classes.facts}>
        <dt>{WORDS.columns.contact}</dt>
        <dd>
          <ContactCell view={view} />
        </dd>
        <dt>{WORDS.columns.oldest}</dt>
        <dd>
          <OldestCell view={view} />
        </dd>
        <dt>{WORDS.columns.waiting}</dt>
        <dd>
          {item.waiting}
          {item.needs_person > 0 && ` · ${WORDS.needsCount(item.needs_person)}`}
        </dd>
        <dt>{WORDS.columns.storage}</dt>
        <dd>{storageWords(view)}</dd>
        <dt>{WORDS.columns.version}</dt>
        <dd>
          {item.client_version}
          {item.repaired > 0 && ` · ${WORDS.repairedCount(item.repaired)}`}
        </dd>
      </dl>
      {action}
    </Card>
  )
}
