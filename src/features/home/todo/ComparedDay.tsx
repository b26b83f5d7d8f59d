import { Anchor, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { canOpen } from '#domain/access/screens.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { comparedInWords, comparedSpans } from '#domain/home/same-weekday.ts'
import { holdsList } from '#domain/study/lists/listable-studies.ts'
import { useReceivedCounts } from '#src/sync/home/use-received-counts.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { viewerOf } from '#src/sync/studies/viewer.ts'
import { TODO_WORDS as WORDS } from './words.ts'

export interface ComparedDayProps {
  session: SessionFields
  now: number
}

/**
 * Compares today's cases with the same weekday of last week, in words; renders nothing if this device does
 * not hold both days.
 */
export function ComparedDay({ session, now }: ComparedDayProps) {
  const viewer = viewerOf(session)
  const isHeld = holdsList(viewer, 'dashboard')
  const spans = useMemo(
    () => (isHeld ? comparedSpans(new Date(now), branchZone()) : undefined),
    [isHeld, now],
  )
  const counts = useReceivedCounts(spans, { isAll: viewer.isClientAdmin, branchIds: viewer.branchIds })
  if (!spans || !counts) return null
  const { today, before } = counts
  const words = WORDS.compared(today, comparedInWords(today, before), spans.weekday)
  return (
    <Text size="sm" c="dimmed">
      {canOpen(session, '/archives') ? (
        <Anchor component={Link} to="/archives?range=Today" c="inherit">
          {words}
        </Anchor>
      ) : (
        words
      )}
    </Text>
  )
}
