import { Paper, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './public-page.module.css'

export interface PublicPageProps {
  maxWidth: number
  /** True if it grows while it is read: its head then stays where it is. */
  isLong?: boolean
  children: ReactNode
}

/** A page for persons who have not signed in: one card. */
export function PublicPage({ maxWidth, isLong, children }: PublicPageProps) {
  return (
    <div className={classes.page} data-long={isLong || undefined}>
      <Paper className={classes.card} maw={maxWidth}>
        <Stack>{children}</Stack>
      </Paper>
    </div>
  )
}
