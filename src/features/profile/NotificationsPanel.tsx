import { Paper, Title } from '@mantine/core'
import { NotificationSettings } from '#src/parts/notifications/NotificationSettings.tsx'
import { NOTIFICATION_WORDS as WORDS } from '#src/parts/notifications/words.ts'
import classes from './profile.module.css'

/** The notification settings; each switch is saved immediately, so the panel has no Save button. */
export function NotificationsPanel() {
  return (
    <Paper component="section" aria-label={WORDS.title} className={classes.panel} p="md">
      <Title order={2} size="h4">
        {WORDS.title}
      </Title>
      <NotificationSettings />
    </Paper>
  )
}
