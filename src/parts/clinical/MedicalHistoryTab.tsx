import { type ClinicalTabProps, NoteTab } from './NoteTab.tsx'

/** What the patient had before (spec 3 section 2.8, tab 4). */
export function MedicalHistoryTab({ visit }: ClinicalTabProps) {
  return <NoteTab visit={visit} type="MED_HISTORY" />
}
