import { type ClinicalTabProps, NoteTab } from './NoteTab.tsx'

/** What is to be found out (spec 3 section 2.8, tab 6). */
export function InvestigationTab({ visit }: ClinicalTabProps) {
  return <NoteTab visit={visit} type="INVESTIGATION" />
}
