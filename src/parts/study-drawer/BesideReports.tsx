import { Button, Group, Text } from '@mantine/core'
import type { StudyRow } from '#contract/calls/studies.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { imageUrlOf } from '#src/sync/files/find-file.ts'
import { useReportDetail } from '#src/sync/reports/use-report.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { StatusBadge } from '#src/ui/badges/StatusBadge.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { Addenda } from '../addendum/Addenda.tsx'
import { OpenImagesButton } from '../open-images/OpenImagesButton.tsx'
import { ReadReport } from './ReadReport.tsx'
import classes from './study-drawer.module.css'
import { DRAWER_WORDS as WORDS } from './words.ts'

export interface BesideReportsProps {
  study: StudyRow
  prior: StudyRow
  onClose: () => void
}

/** The reports of two studies of one person side by side. */
export function BesideReports({ study, prior, onClose }: BesideReportsProps) {
  return (
    <section aria-label={WORDS.compare}>
      <Group justify="flex-end" mb={6}>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {WORDS.compareStop}
        </Button>
      </Group>
      <div className={classes.beside}>
        <Pane study={study} title={WORDS.thisStudy} />
        <Pane study={prior} title={WORDS.prior} />
      </div>
    </section>
  )
}

function Pane({ study, title }: { study: StudyRow; title: string }) {
  const { detail, isLoading, error } = useReportDetail(study.id)
  const time = formatDateTime(
    new Date(study.study_datetime ?? study.received_datetime),
    branchZone(study.branch_id),
  )
  return (
    // Long reports scroll, so the keyboard must reach them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.pane} aria-label={`${title}: ${study.study_desc}`} tabIndex={0}>
      <div className={classes.line}>
        <Text fw={600} className={classes.grow}>
          {title}
        </Text>
        <StatusBadge status={study.status} size="sm" />
        <OpenImagesButton study={study} />
      </div>
      <Text c="dimmed" size="xs" className="tabular" mb="xs">
        {[study.modality, study.study_desc, time].filter(Boolean).join(' · ')}
      </Text>
      {!detail && isLoading && <SkeletonRows rows={4} />}
      {!detail && !isLoading && (
        <Text c="dimmed" size="sm">
          {error?.message ?? WORDS.reportMissing}
        </Text>
      )}
      {detail?.reports.length === 0 && (
        <Text c="dimmed" size="sm">
          {WORDS.reportMissing}
        </Text>
      )}
      {detail?.reports.map((report) => (
        <div key={report.id}>
          {detail.reports.length > 1 && (
            <Text fw={600} size="sm">
              {WORDS.reportName(report.report_no, report.report_name)}
            </Text>
          )}
          <ReadReport report={report} />
          <Addenda studyId={study.id} reportId={report.id} loadImage={imageUrlOf} />
        </div>
      ))}
    </section>
  )
}
