import { Badge, Text, UnstyledButton } from '@mantine/core'
import { memo, useState } from 'react'
import { reportCalls } from '#contract/calls/reports.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { StatusBadge } from '#src/ui/badges/StatusBadge.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import type { LoadImage } from '#src/ui/rich-text/extensions/stored-image.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import classes from './history.module.css'
import { VersionDialog } from './VersionDialog.tsx'
import { timeOf, type Version } from './version.ts'

export interface HistoryColumnProps {
  studyId: string
  reportId: string
  loadImage: LoadImage
  /** Why no version can be restored now. */
  restoreRefusal: string | undefined
  onRestore: (version: Version) => void
}

/** Earlier versions of the report, newest first; a press shows the changes of one. They are stored on the server. */
export const HistoryColumn = memo(function HistoryColumn({
  studyId,
  reportId,
  loadImage,
  restoreRefusal,
  onRestore,
}: HistoryColumnProps) {
  const { online } = useLink()
  const { answer, isLoading, error } = useCall(reportCalls.reportHistory, { id: studyId })
  const [shown, setShown] = useState<Version>()
  if (isLoading) return <SkeletonRows rows={4} height={44} />
  if (!answer)
    return <Note words={online ? (error?.message ?? WORDS.historyOffline) : WORDS.historyOffline} />
  const versions = answer.result.filter((version) => version.report_id === reportId)
  if (versions.length === 0) return <Note words={WORDS.historyEmpty} />
  return (
    <>
      <ol className={classes.list} aria-label={WORDS.history}>
        {versions.map((version) => (
          <li key={version.id}>
            <UnstyledButton className={classes.version} onClick={() => setShown(version)}>
              <span className={classes.line}>
                <StatusBadge status={version.status} size="sm" />
                <span className="tabular">{timeOf(version)}</span>
              </span>
              <span className={classes.author}>
                {version.created_by_name}
                {version.is_superseded === 1 && (
                  <Badge size="xs" variant="default" radius="sm" tt="none" ms={6}>
                    {WORDS.superseded}
                  </Badge>
                )}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ol>
      <VersionDialog
        versions={versions}
        shown={shown}
        loadImage={loadImage}
        onClose={() => setShown(undefined)}
        restoreRefusal={restoreRefusal}
        onRestore={(version) => {
          setShown(undefined)
          onRestore(version)
        }}
      />
    </>
  )
})

function Note({ words }: { words: string }) {
  return (
    <Text c="dimmed" size="sm">
      {words}
    </Text>
  )
}
