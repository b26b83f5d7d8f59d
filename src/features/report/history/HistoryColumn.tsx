import { Modal, Stack, Text, UnstyledButton } from '@mantine/core'
import { memo, useState } from 'react'
import { reportCalls } from '#contract/calls/reports.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { LOCAL_ZONE } from '#src/ui/local-zone.ts'
import type { LoadImage } from '#src/ui/rich-text/extensions/stored-image.ts'
import { ReportText } from '#src/ui/rich-text/ReportText.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { StatusBadge } from '#src/ui/StatusBadge.tsx'
import { REPORT_PARTS } from '../templates/insert-template.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import classes from './history.module.css'

export type Version = OutputOf<typeof reportCalls.reportHistory>['result'][number]

export interface HistoryColumnProps {
  studyId: string
  reportId: string
  loadImage: LoadImage
}

/** Earlier versions of the report, newest first; a press shows the text of one. They live on the server. */
export const HistoryColumn = memo(function HistoryColumn({
  studyId,
  reportId,
  loadImage,
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
              <span className={classes.author}>{version.created_by_name}</span>
            </UnstyledButton>
          </li>
        ))}
      </ol>
      <VersionDialog version={shown} loadImage={loadImage} onClose={() => setShown(undefined)} />
    </>
  )
})

const timeOf = ({ created }: Version) => formatDateTime(new Date(created), LOCAL_ZONE)

function Note({ words }: { words: string }) {
  return (
    <Text c="dimmed" size="sm">
      {words}
    </Text>
  )
}

interface VersionDialogProps {
  version: Version | undefined
  loadImage: LoadImage
  onClose: () => void
}

function VersionDialog({ version, loadImage, onClose }: VersionDialogProps) {
  const title =
    version && `${WORDS.historyVersion(version.rev)} · ${version.created_by_name} · ${timeOf(version)}`
  return (
    <Modal opened={version !== undefined} onClose={onClose} title={title} size="xl">
      {version && (
        <Stack>
          {REPORT_PARTS.map((part) => (
            <section key={part} aria-label={WORDS.parts[part]}>
              <Text fw={600} c="dimmed" size="sm">
                {WORDS.parts[part]}
              </Text>
              {isEmptyMarkup(version[part]) ? (
                <Note words={WORDS.noText} />
              ) : (
                <ReportText html={version[part]} loadImage={loadImage} />
              )}
            </section>
          ))}
        </Stack>
      )}
    </Modal>
  )
}
