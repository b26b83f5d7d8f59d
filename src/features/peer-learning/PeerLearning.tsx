import { Alert, Tabs, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { peerCalls } from '#contract/calls/peer-learning.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { usePrivateParams } from '#src/ui/params/use-private-params.ts'
import { OpenReading } from './OpenReading.tsx'
import { PointCard } from './PointCard.tsx'
import classes from './peer-learning.module.css'
import { DoneCards, WaitingCards } from './ReadingCards.tsx'
import { useForgottenTexts } from './use-forgotten-texts.ts'
import { PEER_WORDS as WORDS } from './words.ts'

const TABS = ['waiting', 'done', 'mine'] as const
type Tab = (typeof TABS)[number]
const NO_TYPED_KEYS: readonly string[] = []

/**
 * Pending and completed second readings, and the learning points of colleagues about the reader's own reports
 * (docs/peer-learning.md).
 */
export default function PeerLearning() {
  const [params, setParams] = usePrivateParams(NO_TYPED_KEYS)
  const { online } = useLink()
  const asked = { isWanted: online, news: '', keptAs: undefined }
  const readings = useKeptCall(peerCalls.readings, {}, asked)
  const points = useKeptCall(peerCalls.points, {}, asked)
  const tab: Tab = TABS.find((one) => one === params.get('tab')) ?? 'waiting'
  const reading = params.get('reading')
  const set = (next: { tab?: Tab; reading?: string }) =>
    setParams(
      () =>
        new URLSearchParams({
          ...(next.tab && { tab: next.tab }),
          ...(next.reading && { reading: next.reading }),
        }),
    )
  const error = readings.error ?? points.error
  const refresh = () => {
    readings.refresh()
    points.refresh()
  }
  const { waiting, done } = readings.answer?.result ?? {}
  const mine = points.answer?.result
  useForgottenTexts(waiting, mine)
  const isLoading = online && !error
  return (
    <>
      <PageHeader title={WORDS.title} />
      <Text c="dimmed" size="sm" mb="sm">
        {WORDS.hint}
      </Text>
      {!online && (
        <Alert color="orange" mb="xs">
          {WORDS.offline}
        </Alert>
      )}
      {error && online && (
        <ErrorNote
          title={WORDS.failed}
          message={error.message}
          kept={waiting ? WORDS.kept : undefined}
          onRetry={refresh}
        />
      )}
      {reading === null ? (
        <Tabs
          value={tab}
          onChange={(next) => set({ tab: TABS.find((one) => one === next) })}
          keepMounted={false}
        >
          <Tabs.List aria-label={WORDS.tabs}>
            <Tabs.Tab value="waiting">{WORDS.waiting(waiting?.length ?? 0)}</Tabs.Tab>
            <Tabs.Tab value="done">{WORDS.done}</Tabs.Tab>
            <Tabs.Tab value="mine">
              {WORDS.mine(mine?.filter(({ seen_on }) => seen_on === null).length ?? 0)}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="waiting" className={classes.panel}>
            <Rows rows={waiting} isLoading={isLoading} empty={[WORDS.nothingWaits, WORDS.nothingWaitsHint]}>
              {(rows) => <WaitingCards rows={rows} onOpen={(id) => set({ reading: id })} />}
            </Rows>
          </Tabs.Panel>
          <Tabs.Panel value="done" className={classes.panel}>
            <Rows rows={done} isLoading={isLoading} empty={[WORDS.nothingDone, WORDS.nothingDoneHint]}>
              {(rows) => <DoneCards rows={rows} />}
            </Rows>
          </Tabs.Panel>
          <Tabs.Panel value="mine" className={classes.panel}>
            <Rows rows={mine} isLoading={isLoading} empty={[WORDS.noPoints, WORDS.noPointsHint]}>
              {(rows) => (
                <ul className={classes.list} aria-label={WORDS.pointList}>
                  {rows.map((row) => (
                    <PointCard key={row.id} row={row} onChanged={points.refresh} />
                  ))}
                </ul>
              )}
            </Rows>
          </Tabs.Panel>
        </Tabs>
      ) : (
        <OpenReading
          key={reading}
          id={reading}
          onBack={() => set({})}
          onDone={() => {
            set({})
            readings.refresh()
          }}
        />
      )}
    </>
  )
}

interface RowsProps<Row> {
  /** Undefined until the list was loaded. */
  rows: readonly Row[] | undefined
  isLoading: boolean
  empty: readonly [title: string, hint: string]
  children: (rows: readonly Row[]) => ReactNode
}

function Rows<Row>({ rows, isLoading, empty: [title, hint], children }: RowsProps<Row>) {
  if (!rows) return isLoading ? <SkeletonRows rows={6} /> : null
  return rows.length === 0 ? <EmptyState title={title} hint={hint} /> : children(rows)
}
