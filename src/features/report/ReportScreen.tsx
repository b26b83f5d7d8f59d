import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { useReportDetail } from '#src/sync/reports/use-report.ts'
import { useSession } from '#src/sync/session/session.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { useSteady } from '#src/ui/use-steady.ts'
import { LoadedReport } from './LoadedReport.tsx'
import { NothingToRead } from './NothingToRead.tsx'
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
  // The study changes at each pause in typing; `useSteady` rerenders only if it differs. Most of the desk
  // shows the study.
  const study = useSteady(newest?.study)
  const combined = useMemo(() => (newest && study ? { ...newest, study } : undefined), [newest, study])
  const detail = useSteady(combined)
  if (detail) return <LoadedReport detail={detail} from={from} />
  return <NothingToRead studyId={studyId} isLoading={isLoading} error={error} />
}
