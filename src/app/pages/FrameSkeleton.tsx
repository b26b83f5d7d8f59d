import { Skeleton, VisuallyHidden } from '@mantine/core'
import { SHELL_WORDS as WORDS } from '../words.ts'
import classes from './frame-skeleton.module.css'

/** The frame's placeholder while the session or the frame's code loads. */
export function FrameSkeleton() {
  return (
    <main className={classes.page} aria-busy="true">
      <VisuallyHidden role="status">{WORDS.loading}</VisuallyHidden>
      <div className={classes.top} />
      <div className={classes.rows}>
        {Array.from({ length: 6 }, (_, row) => (
          <Skeleton key={row} height={36} radius="xs" />
        ))}
      </div>
    </main>
  )
}
