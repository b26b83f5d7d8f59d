import { Paper, Title } from '@mantine/core'
import { NotificationSettings } from '#src/parts/notifications/NotificationSettings.tsx'
import { NOTIFICATION_WORDS as WORDS } from '#src/parts/notifications/words.ts'
import classes from './profile.module.css'

/** The settings of the bell; each switch is saved at once, so the panel has no Save button. */
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
