import { Paper, Title } from '@mantine/core'
import classes from './profile.module.css'
import { TouchUnlock } from './touch-unlock/TouchUnlock.tsx'
import { TOUCH_UNLOCK_WORDS as WORDS } from './touch-unlock/words.ts'

/** Unlocking by touch; each change is saved immediately, so the panel has no Save button. */
export function TouchUnlockPanel() {
  return (
    <Paper component="section" aria-label={WORDS.title} className={classes.panel} p="md">
      <Title order={2} size="h4">
        {WORDS.title}
      </Title>
      <TouchUnlock />
    </Paper>
  )
}
