import { type ClinicalTabProps, NoteTab } from './NoteTab.tsx'

/** The planned treatment (docs/visits.md#visit-panel, tab 7). */
export function TreatmentPlanTab({ visit }: ClinicalTabProps) {
  return <NoteTab visit={visit} type="TREAT_PLAN" />
}
