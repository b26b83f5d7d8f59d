import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useLink } from '#src/sync/link/use-link.ts'
import { useReportDetail } from '#src/sync/reports/use-report.ts'
import { useSession } from '#src/sync/session/session.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { useSteady } from '#src/ui/use-steady.ts'
import { ReportDesk } from './ReportDesk.tsx'
import { REPORT_WORDS as WORDS } from './words.ts'

/** Write Report (docs/reports.md#editor) at /report/:studyId. */
export default function ReportScreen() {
  const { studyId = '' } = useParams()
  const session = useSession()
  if (!session) return null
  if (session.is_doctor !== 1) return <EmptyState title={WORDS.onlyDoctors} hint={WORDS.onlyDoctorsHint} />
  return <OpenedStudy key={studyId} studyId={studyId} />
}

function OpenedStudy({ studyId }: { studyId: string }) {
  const { detail: newest, isLoading, error, from } = useReportDetail(studyId)
  // Told anew at each pause in typing; drawn anew only where something is different. Most of the desk shows the study.
  const study = useSteady(newest?.study)
  const combined = useMemo(() => (newest && study ? { ...newest, study } : undefined), [newest, study])
  const detail = useSteady(combined)
  const { online } = useLink()
  if (detail) return <ReportDesk detail={detail} from={from} />
  if (isLoading) return <SkeletonRows rows={10} />
  const back = (
    <Button component={Link} to="/worklist1" variant="default">
      {WORDS.backToWorklist}
    </Button>
  )
  if (!online) return <EmptyState title={WORDS.notOnDevice} hint={WORDS.notOnDeviceHint} action={back} />
  if (!error) return <EmptyState title={WORDS.notFound} action={back} />
  return <ErrorNote title={WORDS.failed} message={error.message} kept={WORDS.keptAnyway} />
}
