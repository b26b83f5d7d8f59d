import { type ClinicalTabProps, NoteTab } from './NoteTab.tsx'

/** What is to be done (docs/visits.md#visit-panel, tab 7). */
export function TreatmentPlanTab({ visit }: ClinicalTabProps) {
  return <NoteTab visit={visit} type="TREAT_PLAN" />
}
