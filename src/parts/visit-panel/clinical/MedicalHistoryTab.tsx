import { type ClinicalTabProps, NoteTab } from './NoteTab.tsx'

/** The patient's medical history (docs/visits.md#visit-panel, tab 4). */
export function MedicalHistoryTab({ visit }: ClinicalTabProps) {
  return <NoteTab visit={visit} type="MED_HISTORY" />
}
