import { type ClinicalTabProps, NoteTab } from './NoteTab.tsx'

/** Investigations to carry out (docs/visits.md#visit-panel, tab 6). */
export function InvestigationTab({ visit }: ClinicalTabProps) {
  return <NoteTab visit={visit} type="INVESTIGATION" />
}
