import type { PrescriptionRow, VisitRow } from '#contract/calls/visit-records.ts'
import type { DeskColumn, DeskPaper } from '#src/workers/pdf-client.ts'
import { isOnlyHere, patientFacts, provisionalParts, visitPaper } from './common-parts.ts'
import { type PaperContext } from './paper-context.ts'
import { ON_PAPER, PAPERS_WORDS } from './words.ts'

const COLUMNS: readonly DeskColumn[] = [
  { label: ON_PAPER.columns.place, share: 5, rollShare: 0 },
  { label: ON_PAPER.columns.medicine, share: 38, rollShare: 40 },
  { label: ON_PAPER.columns.dose, share: 26, rollShare: 36 },
  { label: ON_PAPER.columns.meal, share: 15, rollShare: 0 },
  { label: ON_PAPER.columns.duration, share: 16, rollShare: 24 },
]

/** Returns a doctor's prescription, with their name and licence code below. */
export function prescriptionPaper(
  visit: VisitRow,
  prescription: PrescriptionRow,
  context: PaperContext,
): DeskPaper {
  const { doctor, dr_licence_code: licence } = prescription
  const rows = prescription.prescriptions.map((line, index) => [
    String(index + 1),
    line.medicine,
    line.dose.join(', '),
    ON_PAPER.meal[line.after_before_meal],
    line.duration,
  ])
  return visitPaper(
    visit,
    {
      title: PAPERS_WORDS.prescription,
      heading: ON_PAPER.prescriptionTitle,
      marks: provisionalParts(isOnlyHere(prescription), context),
      facts: [
        ...patientFacts(visit, context),
        { label: ON_PAPER.facts.doctor, value: doctor },
        { label: ON_PAPER.facts.allergies, value: visit.allergies },
      ],
      parts: [
        { kind: 'table', columns: COLUMNS, rows },
        { kind: 'signature', lines: [doctor, licence === '' ? '' : ON_PAPER.licence(licence)] },
      ],
    },
    context,
  )
}
