import { Button } from '@mantine/core'
import { IconLink, IconListDetails } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { linksStudies, UNMATCHED_STUDIES } from '#domain/access/menu.ts'
import { canOpen } from '#domain/access/screens.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { useUnmatchedCount } from '#src/sync/studies/use-unmatched-count.ts'
import { countText } from '#src/ui/grid/count-text.ts'
import { WORKLIST_WORDS as WORDS } from './words.ts'
import classes from './worklist.module.css'

export interface OtherListsProps {
  session: SessionFields
  isOnline: boolean
  /** A value that changes with the list next to it, so that waiting studies are counted again. */
  news: string
}

/** Links from the archives to the unlinked studies of any day, and to the simple list with its CSV file. */
export function OtherLists({ session, isOnline, news }: OtherListsProps) {
  const mayLink = linksStudies(session)
  const count = useUnmatchedCount(mayLink && isOnline, news)
  return (
    <>
      {mayLink && (
        <Button
          component={Link}
          to={UNMATCHED_STUDIES}
          variant="default"
          size="xs"
          leftSection={<IconLink size={16} aria-hidden />}
        >
          {WORDS.unmatched}
          {count !== undefined && <span className={classes.savedCount}>&nbsp;{countText(count)}</span>}
        </Button>
      )}
      {canOpen(session, '/archives-small') && (
        <Button
          component={Link}
          to="/archives-small"
          variant="default"
          size="xs"
          leftSection={<IconListDetails size={16} aria-hidden />}
        >
          {WORDS.simple}
        </Button>
      )}
    </>
  )
}
