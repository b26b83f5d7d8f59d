import { isPrintHeld } from '#domain/report/print-gate.ts'
import { OfflineError } from '#src/sync/api/call-api.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useReportDetail } from '#src/sync/reports/use-report.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { useStudyParts } from '#src/sync/study-parts/use-study-parts.ts'
import { useSteady } from '#src/ui/use-steady.ts'
import type { PaperPictures } from '#src/workers/pdf-client.ts'
import { PREVIEW_WORDS } from '../report-preview/words.ts'
import { type BookletSource, reportsOfBooklet } from './booklet-input.ts'
import { usePaper } from './use-paper.ts'

export interface BookletSourceState {
  source: BookletSource | undefined
  /** Why the report cannot be in the booklet: it is never silently left out. */
  problem: string | undefined
  /** The payment is pending: the report may be read here but not printed or downloaded. */
  isHeld: boolean
  /** True while the report's paper data is loading. */
  isAsking: boolean
  isLoading: boolean
  error: Error | undefined
}

const NONE: readonly never[] = []

/** Returns the contents of a booklet: pictures, and with `isWhole` the signed reports and the branch's covers. */
export function useBookletSource(
  studyId: string,
  pictures: PaperPictures,
  isWhole: boolean,
): BookletSourceState {
  const { detail, isLoading, error } = useReportDetail(studyId)
  const session = useSession()
  const addenda = useStudyParts('addendum', studyId).rows ?? NONE
  const study = detail?.study
  const zone = useBranches().find(({ id }) => id === study?.branch_id)?.time_zone ?? branchZone()
  const reports = isWhole ? reportsOfBooklet(detail?.reports ?? NONE) : NONE
  const asked = usePaper({ study, isWanted: isWhole, reports, addenda })
  const isHeld =
    reports.length > 0 &&
    isPrintHeld({
      paymentStatus: study?.payment_status ?? '',
      resultsWait: asked.paper?.results_wait_for_payment === 1,
      permissions: session?.modules ?? NONE,
    })
  const { paper } = asked
  const kind = isWhole ? ('booklet' as const) : ('keyImages' as const)
  const source = useSteady(
    study && { kind, study, pictures, paper, reports, addenda, isHeld, zone, locale: session?.locale },
  )
  const problem = reports.length > 0 && asked.error ? problemOf(asked.error) : undefined
  return {
    source,
    problem,
    isHeld,
    isAsking: reports.length > 0 && asked.isAsking,
    isLoading,
    error,
  }
}

const problemOf = (error: Error) => (error instanceof OfflineError ? PREVIEW_WORDS.offline : error.message)
