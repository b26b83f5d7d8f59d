import { Switch, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { pacsCheckCalls } from '#contract/calls/pacs-check.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { browserPage } from '#src/sync/link/page.ts'
import { pollEvery } from '#src/sync/link/poll-every.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import classes from '../settings.module.css'
import { ComparedServer } from './ComparedServer.tsx'
import { COMPARE_WORDS as WORDS } from './compare-words.ts'

/** The polling interval during a comparison. */
const LOOK_MS = 2_000

/** Compares each image server with the studies received from it, by day; polls a running comparison until it ends. */
export function PacsCompare() {
  const { online } = useLink()
  const [isOnly, setOnly] = useState(true)
  const { answer, error, refresh } = useKeptCall(
    pacsCheckCalls.list,
    { only_differences: isOnly ? 1 : 0 },
    { isWanted: true, news: String(online), keptAs: undefined },
  )
  const servers = answer?.result
  const isRunning = servers?.some(({ state }) => state === 'running') ?? false
  useEffect(() => {
    if (!isRunning) return undefined
    const looks = pollEvery(LOOK_MS, true, browserPage()).subscribe(refresh)
    return () => looks.unsubscribe()
  }, [isRunning, refresh])
  return (
    <div className={classes.panel}>
      <Text c="dimmed" size="sm">
        {WORDS.hint}
      </Text>
      <Switch
        label={WORDS.only}
        checked={isOnly}
        onChange={(event) => setOnly(event.currentTarget.checked)}
      />
      {error && !servers && <ErrorNote title={WORDS.notLoaded} message={error.message} onRetry={refresh} />}
      {!servers && !error && <SkeletonRows />}
      {servers?.length === 0 && <EmptyState title={WORDS.none} hint={WORDS.noneHint} />}
      {servers?.map((server) => (
        <ComparedServer key={server.id} server={server} isOnly={isOnly} onAsked={refresh} />
      ))}
    </div>
  )
}
