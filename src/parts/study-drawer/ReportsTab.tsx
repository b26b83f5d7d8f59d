import { Button, Collapse, Stack, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReportRow, reportCalls } from '#contract/calls/reports.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { imageUrlOf } from '#src/sync/files/find-file.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useReportDetail } from '#src/sync/reports/use-report.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { StatusBadge } from '#src/ui/badges/StatusBadge.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { Addenda } from '../addendum/Addenda.tsx'
import { ReadReport } from './ReadReport.tsx'
import classes from './study-drawer.module.css'
import { DRAWER_WORDS as WORDS } from './words.ts'

const timeOf = (instant: string) => formatDateTime(new Date(instant), branchZone())

/** The reports of a study with status, text and history. */
export function ReportsTab({ studyId }: { studyId: string }) {
  const { detail, isLoading, error } = useReportDetail(studyId)
  if (!detail) return isLoading ? <SkeletonRows rows={3} /> : <ErrorNote message={error?.message ?? ''} />
  if (detail.reports.length === 0) return <EmptyState title={WORDS.reportsNone} />
  return (
    <ul className={classes.rows} aria-label={WORDS.tabs.reports}>
      {detail.reports.map((report) => (
        <ReportItem key={report.id} report={report} />
      ))}
    </ul>
  )
}

function ReportItem({ report }: { report: ReportRow }) {
  const { online } = useLink()
  const [isHistoryOpen, history] = useDisclosure(false)
  return (
    <li className={classes.row}>
      <div className={classes.line}>
        <Text fw={600}>{WORDS.reportName(report.report_no, report.report_name)}</Text>
        <StatusBadge status={report.status} size="sm" />
        <Text c="dimmed" size="xs" className={`${classes.grow} tabular`}>
          {WORDS.lastChange(report.updated_by_name, timeOf(report.updated))}
        </Text>
        <Tooltip label={WORDS.needsNetwork} disabled={online}>
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={isHistoryOpen}
            data-disabled={!online || undefined}
            aria-disabled={!online}
            onClick={online ? history.toggle : undefined}
          >
            {isHistoryOpen ? WORDS.historyHide : WORDS.reportHistory}
          </Button>
        </Tooltip>
      </div>
      <ReadReport report={report} />
      <Addenda studyId={report.study_id} reportId={report.id} loadImage={imageUrlOf} />
      {isHistoryOpen && <Versions report={report} />}
    </li>
  )
}

/** Earlier versions of a report, newest first, each expandable. */
function Versions({ report }: { report: ReportRow }) {
  const { answer, error } = useCall(reportCalls.reportHistory, { id: report.study_id })
  if (error) return <ErrorNote message={error.message} />
  if (!answer) return <SkeletonRows rows={2} height={28} />
  const versions = answer.result.filter((version) => version.report_id === report.id)
  if (versions.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {WORDS.historyNone}
      </Text>
    )
  return (
    <Stack gap={4} mt="xs">
      {versions.map((version) => (
        <Version key={version.id} version={version} />
      ))}
    </Stack>
  )
}

type VersionRow = Pick<
  ReportRow,
  'rev' | 'status' | 'report_data' | 'conclusion' | 'recommendation' | 'created'
> & {
  created_by_name: string
}

function Version({ version }: { version: VersionRow }) {
  const [isOpen, { toggle }] = useDisclosure(false)
  return (
    <div>
      <Button variant="subtle" color="gray" size="compact-sm" aria-expanded={isOpen} onClick={toggle}>
        {[WORDS.version(version.rev), version.created_by_name, timeOf(version.created)].join(' · ')}
      </Button>
      <StatusBadge status={version.status} size="xs" />
      <Collapse expanded={isOpen}>{isOpen && <ReadReport report={version} />}</Collapse>
    </div>
  )
}
