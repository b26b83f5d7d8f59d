import type { VisitRow } from '#contract/calls/visit-records.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import type { DeskColumn, DeskPaper } from '#src/workers/pdf-client.ts'
import { isOnlyHere, patientFacts, provisionalParts, reportCodeParts, visitPaper } from './common-parts.ts'
import { type PaperContext, paperTexts } from './paper-context.ts'
import { ON_PAPER, PAPERS_WORDS } from './words.ts'

const COLUMNS: readonly DeskColumn[] = [
  { label: ON_PAPER.columns.time, share: 24, rollShare: 50 },
  { label: ON_PAPER.columns.service, share: 52, rollShare: 50 },
  { label: ON_PAPER.columns.accessionNo, share: 24, rollShare: 0 },
]

/** Returns the slip that a patient takes along: time, services and place; no amounts. */
export function slipPaper(visit: VisitRow, context: PaperContext): DeskPaper {
  const { dateTime } = paperTexts(context)
  const services = visit.services.filter(({ status }) => isLiveService(status))
  return visitPaper(
    visit,
    {
      title: PAPERS_WORDS.slip,
      heading: ON_PAPER.slipTitle,
      marks: provisionalParts(isOnlyHere(visit), context),
      facts: [
        ...patientFacts(visit, context),
        { label: ON_PAPER.facts.branch, value: context.branch?.name ?? '' },
        { label: ON_PAPER.facts.refDoctor, value: visit.ref_dr },
      ],
      parts: [
        {
          kind: 'table',
          columns: COLUMNS,
          rows: services.map(({ start_dt, name, accession_no }) => [dateTime(start_dt), name, accession_no]),
        },
        ...reportCodeParts(context),
        { kind: 'text', text: ON_PAPER.computerMade, isSmall: true },
      ],
    },
    context,
  )
}
