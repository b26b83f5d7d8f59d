import { ActionIcon, Badge, Button, Tooltip } from '@mantine/core'
import { IconEye, IconX } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import type { ReportDetail } from '#contract/calls/reports.ts'
import { hasPreview } from '#domain/report/filed.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { NoOfReports } from '#src/parts/no-of-reports/NoOfReports.tsx'
import { OpenImagesButton } from '#src/parts/open-images/OpenImagesButton.tsx'
import { useImagesByItself } from '#src/parts/open-images/use-images-by-itself.ts'
import { useFontsAhead } from '#src/parts/papers/use-fonts-ahead.ts'
import { ReportPreview } from '#src/parts/report-preview/ReportPreview.tsx'
import { reservationWords } from '#src/parts/reservation/words.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { keepPaperAhead } from '#src/sync/reports/find-paper.ts'
import { useOtherWriters } from '#src/sync/reports/use-other-writers.ts'
import type { DetailSource } from '#src/sync/reports/use-report.ts'
import { useUnfiled } from '#src/sync/reports/use-unfiled.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { usePolledWriters } from '#src/sync/studies/writers.ts'
import { useAssignQuestion } from './actions/use-assign-question.ts'
import { IdentityHeader } from './identity/IdentityHeader.tsx'
import { OpenedReport } from './OpenedReport.tsx'
import { ReportTabs } from './ReportTabs.tsx'
import { useEscape } from './reading/use-escape.ts'
import { useReading } from './reading/use-reading.ts'
import classes from './report.module.css'
import { REPORT_WORDS as WORDS } from './words.ts'

export interface LoadedReportProps {
  detail: ReportDetail
  from: DetailSource
}

/** The report screen of one study: its patient, one tab for each report, and the open report. */
export function LoadedReport({ detail, from }: LoadedReportProps) {
  const { study } = detail
  const { isStatusHere } = useUnfiled(study.id)
  const [reportNo, setReportNo] = useState(1)
  const [isPreviewed, setPreviewed] = useState(false)
  useAssignQuestion(detail)
  useImagesByItself(study)
  useEffect(() => {
    // Without the network, the report is printed with the data kept from an earlier visit.
    keepPaperAhead(study.id, study.branch).catch(() => undefined)
  }, [study.id, study.branch])
  useFontsAhead(useMemo(() => [study.pat_name], [study.pat_name]))
  const reading = useReading(study.id, { detail, reportNo, onReport: setReportNo })
  useEscape(reading.close)
  // Studies that other persons have open are not offered as the next study.
  usePolledWriters(useLink().online, useSession()?.user_id ?? '')

  return (
    <div className={classes.desk}>
      <IdentityHeader study={study} isUnfiled={isStatusHere}>
        <OtherWriters detail={detail} />
        <span className={classes.reportCount}>
          {WORDS.reportCount} <NoOfReports study={study} w={60} />
        </span>
        <OpenImagesButton study={study} label={WORDS.openImages} />
        <PreviewButton isOffered={hasPreview(study)} onClick={() => setPreviewed(true)} />
        <ActionIcon
          variant="default"
          size={30}
          aria-label={WORDS.close}
          title={WORDS.close}
          onClick={reading.close}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </IdentityHeader>
      <ReportTabs detail={detail} reportNo={reportNo} onChange={setReportNo}>
        <OpenedReport
          key={reportIdOf(study.id, reportNo)}
          detail={detail}
          from={from}
          reportNo={reportNo}
          reading={reading}
        />
      </ReportTabs>
      <ReportPreview studyId={study.id} withDrafts opened={isPreviewed} onClose={() => setPreviewed(false)} />
    </div>
  )
}

/** Shows who else has the study's report open or reserved, to avoid two conflicting texts. */
function OtherWriters({ detail: { study, can_write_report } }: { detail: ReportDetail }) {
  const others = useOtherWriters(study.id, can_write_report === 1 && !isSigned(study.status))
  if (others.length === 0) return null
  const zone = branchZone(study.branch_id)
  return (
    <Badge color="orange" variant="light" radius="sm" tt="none" role="status">
      {others.map((writer) => reservationWords(writer, zone)).join('; ')}
    </Badge>
  )
}

/** The preview is available once something is written (docs/studies.md#study-lists). */
function PreviewButton({ isOffered, onClick }: { isOffered: boolean; onClick: () => void }) {
  return (
    <Tooltip label={WORDS.refusals.nothingToPreview} disabled={isOffered}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconEye size={16} aria-hidden />}
        data-disabled={!isOffered || undefined}
        aria-disabled={!isOffered}
        onClick={() => isOffered && onClick()}
      >
        {WORDS.preview}
      </Button>
    </Tooltip>
  )
}
