import { Text, Timeline } from '@mantine/core'
import type { StudyRow } from '#contract/calls/studies.ts'
import { studyEditCalls } from '#contract/calls/study-edit.ts'
import { signedOn } from '#domain/study/signed-on.ts'
import { hasReached, timelineStep } from '#domain/study/timeline.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useReportDetail } from '#src/sync/reports/use-report.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { ageText } from '#src/ui/time/age-text.ts'
import { milestonesOf } from './milestones.ts'
import { DRAWER_WORDS as WORDS } from './words.ts'

/** The progress of the study: checked in, report created, signed, verified (docs/studies.md#study-drawer). */
export function TimelinesTab({ study }: { study: StudyRow }) {
  const { online } = useLink()
  const { detail } = useReportDetail(study.id)
  const { answer } = useCall(studyEditCalls.examination, { id: study.id }, online && study.is_linked === 1)
  const facts = milestonesOf(study, detail?.reports ?? [], answer?.result.visit?.started_on ?? null)
  const signed = signedOn(study)
  const tookMs = signed ? Date.parse(signed) - Date.parse(study.received_datetime) : undefined
  return (
    <>
      <Timeline active={timelineStep(study.status)} bulletSize={18} lineWidth={2}>
        {facts.map(({ milestone, at, by }) => (
          <Timeline.Item key={milestone} title={WORDS.milestones[milestone]}>
            <Text c="dimmed" size="sm" className="tabular">
              {[timeWords(hasReached(study.status, milestone), at), by].filter(Boolean).join(' · ')}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {tookMs !== undefined && (
        <Text size="sm" mt="md">
          {WORDS.took(ageText(tookMs))}
        </Text>
      )}
    </>
  )
}

function timeWords(isReached: boolean, at: string | null): string {
  if (!isReached) return WORDS.notYet
  return at ? formatDateTime(new Date(at), branchZone()) : WORDS.unknownTime
}
