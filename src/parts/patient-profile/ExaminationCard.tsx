import { Button, Card, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconFileText, IconPhoto } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PatientStudy } from '#contract/calls/patients.ts'
import { imagesHeldBack, reportHeldBack } from '#domain/sharing/results.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { placeZone } from '#src/sync/session/place-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { StatusBadge } from '#src/ui/StatusBadge.tsx'
import { TintBadge } from '#src/ui/TintBadge.tsx'
import { timeInBoth } from '#src/ui/time-in-both.ts'
import { PROFILE_WORDS as WORDS } from './words.ts'

export interface ExaminationCardProps {
  study: PatientStudy
  /** Whose it is, where the page does not say so above. */
  person?: string
  onReport: () => void
}

/** One examination; images and report open when it is activated, the report once it is signed (docs/reports.md#status). */
export function ExaminationCard({ study, person, onReport }: ExaminationCardProps) {
  const { online } = useLink()
  // Who views images only reads no reports (docs/studies.md#study-lists).
  const isImageOnly = useSession()?.view_image_only === 1
  const results = { ...study, is_unpaid: study.is_unpaid === 1 }
  const offline = online ? undefined : WORDS.offline
  const imageReason =
    imagesHeldBack(results) ?? (study.viewer_url === '' ? WORDS.noViewer : undefined) ?? offline
  const reportReason = reportHeldBack(results) ?? offline
  const isActive = study.is_active_for_patient === 1
  return (
    <Card component="li" withBorder padding="md">
      <Stack gap="xs" h="100%">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Text fw={600}>{study.service}</Text>
          <StatusBadge status={study.status} />
        </Group>
        <Text c="dimmed" size="sm" className="tabular">
          {timeInBoth(new Date(study.study_datetime), placeZone(study.branch_id))}
        </Text>
        {person !== undefined && <Text size="sm">{person}</Text>}
        <Text c="dimmed" size="sm">
          {[study.modality, study.branch, study.visit_no && WORDS.visit(study.visit_no)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <div>
          <TintBadge colour={isActive ? 'green' : 'gray'}>
            {isActive ? WORDS.activated : WORDS.deactivated}
          </TintBadge>
        </div>
        <Group grow preventGrowOverflow={false} mt="auto">
          <ReasonedButton
            reason={imageReason}
            icon={<IconPhoto size={16} aria-hidden />}
            onClick={() => window.open(study.viewer_url, '_blank', 'noopener,noreferrer')}
          >
            {WORDS.viewImage}
          </ReasonedButton>
          {!isImageOnly && (
            <ReasonedButton
              reason={reportReason}
              icon={<IconFileText size={16} aria-hidden />}
              onClick={onReport}
            >
              {WORDS.viewReport}
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
