import { type ClinicalTabProps, NoteTab } from './NoteTab.tsx'

/** What is to be done (spec 3 section 2.8, tab 7). */
export function TreatmentPlanTab({ visit }: ClinicalTabProps) {
  return <NoteTab visit={visit} type="TREAT_PLAN" />
}
