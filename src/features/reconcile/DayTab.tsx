import { Alert, Text, Title } from '@mantine/core'
import type { BranchItem } from '#contract/calls/directory.ts'
import { type Reconciliation, reconcileCalls } from '#contract/calls/reconcile.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { ColumnsTable } from './ColumnsTable.tsx'
import { EntryGroup } from './EntryGroup.tsx'
import classes from './reconcile.module.css'
import { RECONCILE_WORDS as WORDS } from './words.ts'

export interface DayTabProps {
  branch: BranchItem
  zone: string
  /** Changes whenever the figures must be reloaded. */
  news: string
  day: string
  onOpenVisit: (visitId: string) => void
}

/** The four columns of a day, and the entries that cause the differences. */
export function DayTab({ branch, zone, news, day, onOpenVisit }: DayTabProps) {
  const { online } = useLink()
  const asked = { branch_id: branch.id, day }
  const { answer, error, refresh } = useKeptCall(reconcileCalls.day, asked, {
    isWanted: online,
    news,
    keptAs: undefined,
  })
  if (error && online) return <ErrorNote title={WORDS.unread} message={error.message} onRetry={refresh} />
  if (!answer) return online ? <SkeletonRows rows={6} /> : null
  const { result, as_at } = answer
  const { modes, differences, notes } = result
  const open = { zone, onOpenVisit }
  return (
    <>
      <Text c="dimmed">
        {WORDS.asAt(formatDateTime(new Date(as_at.at), zone))}.{' '}
        {result.closes === 0 ? WORDS.notClosed : WORDS.closes(result.closes)}
      </Text>
      {modes.length === 0 && differences.length === 0 ? (
        <EmptyState title={WORDS.empty} hint={WORDS.emptyHint} />
      ) : (
        <>
          <ColumnsTable result={result} />
          <Verdict result={result} />
        </>
      )}
      {differences.length > 0 && (
        <section className={classes.groups} aria-label={WORDS.differences}>
          <Title order={2}>{WORDS.differences}</Title>
          {differences.map((group) => (
            <EntryGroup key={group.kind} group={group} {...open} />
          ))}
        </section>
      )}
      {notes.length > 0 && (
        <section className={classes.groups} aria-label={WORDS.notes}>
          <Title order={2}>{WORDS.notes}</Title>
          {notes.map((group) => (
            <EntryGroup key={group.kind} group={group} {...open} />
          ))}
        </section>
      )}
    </>
  )
}

function Verdict({ result: { unexplained, differences } }: { result: Reconciliation }) {
  const format = useMoneyFormat()
  const left = (['drawers', 'collection', 'bi'] as const).filter((column) => unexplained[column] !== 0)
  if (left.length > 0)
    return (
      <Alert color="red" role="alert">
        {WORDS.unexplained}{' '}
        {left
          .map((column) => `${WORDS.columns[column]} ${formatMoney(unexplained[column], format)}`)
          .join(', ')}
      </Alert>
    )
  return (
    <Text role="status" fw={600}>
      {differences.length === 0 ? WORDS.agree : WORDS.explained}
    </Text>
  )
}
