import type { VisitRow } from '#contract/calls/visit-records.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import type { DeskColumn, DeskPaper } from '#src/workers/pdf-client.ts'
import { isOnlyHere, patientFacts, provisionalParts, reportCodeParts, visitPaper } from './common-parts.ts'
import { type PaperContext, paperTexts } from './paper-context.ts'
import type { PaperWords } from './words/en.ts'

const columnsIn = ({ columns }: PaperWords): readonly DeskColumn[] => [
  { label: columns.time, share: 24, rollShare: 50 },
  { label: columns.service, share: 52, rollShare: 50 },
  { label: columns.accessionNo, share: 24, rollShare: 0 },
]

/** Returns the slip that a patient takes along: time, services and place; no amounts. */
export function slipPaper(visit: VisitRow, context: PaperContext): DeskPaper {
  const { dateTime } = paperTexts(context)
  const { words } = context
  const services = visit.services.filter(({ status }) => isLiveService(status))
  return visitPaper(
    visit,
    {
      title: words.titles.slip,
      heading: words.headings.slip,
      marks: provisionalParts(isOnlyHere(visit), context),
      facts: [
        ...patientFacts(visit, context),
        { label: words.facts.branch, value: context.branch?.name ?? '' },
        { label: words.facts.refDoctor, value: visit.ref_dr },
      ],
      parts: [
        {
          kind: 'table',
          columns: columnsIn(words),
          rows: services.map(({ start_dt, name, accession_no }) => [dateTime(start_dt), name, accession_no]),
        },
        ...reportCodeParts(context),
        { kind: 'text', text: words.computerMade, isSmall: true },
      ],
    },
    context,
  )
}
