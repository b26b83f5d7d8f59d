import type { ClinicalRecord } from '#domain/clinical/record-id.ts'
import type { VisitTab } from '#src/parts/visit-panel/visit-tabs.ts'

/** The tab of a visit for each part of a clinic doctor's record. */
export const CLINICAL_TABS = {
  MED_HISTORY: 4,
  PRESCRIPTION: 5,
  INVESTIGATION: 6,
  TREAT_PLAN: 7,
} as const satisfies Record<ClinicalRecord, VisitTab>
