import { Alert, Badge, Group, Stack, Text } from '@mantine/core'
import type { AiReport } from '#contract/calls/ai.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { AI_STATUS_LABELS, isAiReady } from '#domain/status/ai-status.ts'
import { isAiCriticalOpen } from '#domain/study/critical-rules.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { CriticalTagPopover } from '../tags/CriticalTagPopover.tsx'
import { AiDecision } from './AiDecision.tsx'
import { AiReading } from './AiReading.tsx'
import classes from './ai.module.css'
import { useAiReports } from './use-ai-reports.ts'
import { AI_WORDS as WORDS } from './words.ts'

export interface AiResultProps {
  study: StudyRow
  /** The report to which the result is transferred; 1 by default. */
  reportNo?: number
}

/** The AI companies' results for a study: the newest one next to its viewer, and the doctor's actions. */
export function AiResult({ study, reportNo = 1 }: AiResultProps) {
  const { online } = useLink()
  const { reports, error, refresh } = useAiReports(study, online)
  const [newest, ...earlier] = reports ?? []
  if (!newest && !online) return <ErrorNote title={WORDS.loadResultFailed} message={WORDS.offlineResult} />
  if (!newest && error)
    return <ErrorNote title={WORDS.loadResultFailed} message={error.message} onRetry={refresh} />
  if (!reports) return <SkeletonRows rows={6} />
  if (!newest) return <EmptyState title={WORDS.noResult} />
  return (
    <section className={classes.result} aria-label={WORDS.resultTitle}>
      <Head report={newest} />
      <StateNote report={newest} />
      <CriticalOffer study={study} report={newest} />
      {newest.received_on !== null && <AiReading report={newest} />}
      {isAiReady(newest.status) && (
        <AiDecision report={newest} study={study} reportNo={reportNo} onSettled={refresh} />
      )}
      {earlier.length > 0 && (
        <Text size="xs" c="dimmed">
          {earlier.map((one) => WORDS.earlier(one.company, AI_STATUS_LABELS[one.status])).join(' · ')}
        </Text>
      )}
    </section>
  )
}

const timeOf = (instant: string) => formatDateTime(new Date(instant), branchZone())

function Head({ report }: { report: AiReport }) {
  const { company, bodypart, modality, status, critical, received_on } = report
  return (
    <Group gap="sm" wrap="wrap">
      <Text fw={600}>{company}</Text>
      <Text c="dimmed">{[modality, bodypart].filter(Boolean).join(' ')}</Text>
      <Badge variant="light" color={status === 'Failed' ? 'red' : 'blue'} radius="sm" tt="none">
        {AI_STATUS_LABELS[status]}
      </Badge>
      {critical === 1 && (
        <Badge color="red" variant="light" radius="sm" tt="none">
          {WORDS.critical}
        </Badge>
      )}
      {received_on && (
        <Text size="sm" c="dimmed">
          {WORDS.received(timeOf(received_on))}
        </Text>
      )}
    </Group>
  )
}

/** Offers the critical tag if the company calls the result critical and the study has no such tag. */
function CriticalOffer({ study, report }: { study: StudyRow; report: AiReport }) {
  if (!isAiCriticalOpen({ tag_critical: study.tag_critical, ai_report: report })) return null
  return (
    <Alert color="red" title={WORDS.critical}>
      <Group gap="sm">
        <Text size="sm">{WORDS.criticalOffer}</Text>
        <CriticalTagPopover study={study}>
          <Text size="sm" td="underline">
            {WORDS.setCritical}
          </Text>
        </CriticalTagPopover>
      </Group>
    </Alert>
  )
}

/** Shows what is pending, what failed, or what was decided. */
function StateNote({ report }: { report: AiReport }) {
  const { status, last_error, settled_on, settled_by } = report
  if (status === 'Sending') return <Alert color="gray">{WORDS.sending}</Alert>
  if (status === 'In_Process') return <Alert color="gray">{WORDS.waiting}</Alert>
  if (status === 'Failed')
    return (
      <Alert color="red" title={WORDS.failed}>
        <Stack gap={4}>
          <Text>{last_error}</Text>
          <Text c="dimmed">{WORDS.failedHint}</Text>
        </Stack>
      </Alert>
    )
  if (settled_on)
    return (
      <Alert color="gray">{WORDS.settled(AI_STATUS_LABELS[status], settled_by, timeOf(settled_on))}</Alert>
    )
  return <Alert color="yellow">{WORDS.madeBy}</Alert>
}
