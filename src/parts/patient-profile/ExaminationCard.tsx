import { Button, Card, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconFileText, IconPhoto } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PatientStudy } from '#contract/calls/patients.ts'
import { imagesHeldBack, reportHeldBack } from '#domain/sharing/results.ts'
import { REPORT_STATUS_TABLE } from '#domain/status/report-status.ts'
import { useOwnWords } from '#src/parts/patient-words/own-words.ts'
import { usePatientWords } from '#src/parts/patient-words/patient-words.ts'
import { useJoined } from '#src/parts/patient-words/use-joined.ts'
import { useTimeInBoth } from '#src/parts/patient-words/use-time-in-both.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'

export interface ExaminationCardProps {
  study: PatientStudy
  /** The patient's name, if the page does not show it above. */
  person?: string
  onReport: () => void
}

/**
 * One examination; images and report open once it is activated, the report once it is signed (docs/reports.md#status).
 */
export function ExaminationCard({ study, person, onReport }: ExaminationCardProps) {
  const { profile: words } = useOwnWords()
  const { reportStatus } = usePatientWords()
  const timeInBoth = useTimeInBoth()
  const joined = useJoined()
  const { online } = useLink()
  // Image-only viewers read no reports (docs/studies.md#study-lists).
  const isImageOnly = useSession()?.view_image_only === 1
  const results = { ...study, is_unpaid: study.is_unpaid === 1 }
  const offline = online ? undefined : words.offline
  const [imagesHeld, reportHeld] = [imagesHeldBack(results), reportHeldBack(results)]
  const imageReason =
    (imagesHeld && words.heldBack[imagesHeld]) ?? (study.viewer_url === '' ? words.noViewer : offline)
  const reportReason = (reportHeld && words.heldBack[reportHeld]) ?? offline
  const isActive = study.is_active_for_patient === 1
  return (
    <Card component="li" withBorder padding="md">
      <Stack gap="xs" h="100%">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Text fw={600}>
            <bdi>{study.service}</bdi>
          </Text>
          <TintBadge colour={REPORT_STATUS_TABLE[study.status].colour}>
            {reportStatus[study.status]}
          </TintBadge>
        </Group>
        <Text c="dimmed" size="sm" className="tabular">
          {timeInBoth(new Date(study.study_datetime), branchZone(study.branch_id))}
        </Text>
        {person !== undefined && <Text size="sm">{person}</Text>}
        <Text c="dimmed" size="sm">
          {joined(study.modality, study.branch, study.visit_no && words.visit(study.visit_no))}
        </Text>
        <div>
          <TintBadge colour={isActive ? 'green' : 'gray'}>
            {isActive ? words.activated : words.deactivated}
          </TintBadge>
        </div>
        <Group grow preventGrowOverflow={false} mt="auto">
          <ReasonedButton
            reason={imageReason}
            icon={<IconPhoto size={16} aria-hidden />}
            onClick={() => window.open(study.viewer_url, '_blank', 'noopener,noreferrer')}
          >
            {words.viewImage}
          </ReasonedButton>
          {!isImageOnly && (
            <ReasonedButton
              reason={reportReason}
              icon={<IconFileText size={16} aria-hidden />}
              onClick={onReport}
            >
              {words.viewReport}
            </ReasonedButton>
          )}
        </Group>
      </Stack>
    </Card>
  )
}

interface ReasonedButtonProps {
  reason: string | undefined
  icon: ReactNode
  onClick: () => void
  children: string
}

function ReasonedButton({ reason, icon, onClick, children }: ReasonedButtonProps) {
  return (
    <Tooltip label={reason} disabled={reason === undefined}>
      <Button
        variant="default"
        size="sm"
        leftSection={icon}
        data-disabled={reason !== undefined || undefined}
        aria-disabled={reason !== undefined}
        aria-description={reason}
        onClick={() => reason === undefined && onClick()}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
