import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatDateTime } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import classes from './figures.module.css'
import type { PanelAnswer } from './use-panel.ts'
import { FIGURES_WORDS as WORDS } from './words.ts'

export interface PanelFrameProps<Answer extends PanelAnswer> {
  title: string
  panel: { answer?: Answer | undefined; error?: Error | undefined; refresh: () => void }
  isOnline: boolean
  /** The panel's own filters: shown even while figures load. */
  tools?: ReactNode
  children: (answer: Answer) => ReactNode
}

/** One panel: its title, its figures with their time, or why there are none. */
export function PanelFrame<Answer extends PanelAnswer>(props: PanelFrameProps<Answer>) {
  const { title, panel, isOnline, tools, children } = props
  const { answer, error, refresh } = panel
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        {tools}
        {answer && children(answer)}
        {!answer && error && isOnline && (
          <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />
        )}
        {!answer && !error && isOnline && <SkeletonRows rows={5} />}
        {!answer && !isOnline && <Text c="dimmed">{WORDS.offlineNone}</Text>}
        {answer && (
          <Text size="xs" c="dimmed" className="tabular">
            {WORDS.asAt(formatDateTime(new Date(answer.as_at.at), branchZone()))}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

export interface HeadlineProps {
  /** The formatted figure. */
  number: string
  /** The difference from the days before; absent if unknown. */
  change?: string | undefined
  /** The list that adds up to it. */
  to?: string | undefined
}

/** The main figure of a panel, large, with its change. */
export function Headline({ number, change, to }: HeadlineProps) {
  return (
    <div>
      <div className={classes.number}>
        {to === undefined ? (
          number
        ) : (
          <Link className={classes.numberLink} to={to}>
            {number}
          </Link>
        )}
      </div>
      {change !== undefined && (
        <Text size="sm" c="dimmed">
          {change}
        </Text>
      )}
    </div>
  )
}
