import type { ClinicalRecord } from '#domain/clinical/record-id.ts'
import { VisitPanel } from '#src/parts/visit-panel/VisitPanel.tsx'
import { type RefusedCommand, typedIn } from '#src/sync/outbox/refused/refused-command.ts'
import { CLINICAL_TABS } from './clinical-tabs.ts'
import type { RefusedFormProps } from './refused-form-props.ts'

/**
 * A clinic doctor's refused text of a visit: opens its tab with that text and replaces it on save
 * (src/sync/clinical/clinical-texts.ts).
 */
export function EditClinical({ refused, onClose }: RefusedFormProps) {
  const { visitId, kind } = recordIn(refused)
  return <VisitPanel visitId={visitId} tab={CLINICAL_TABS[kind]} onClose={onClose} />
}

function recordIn(refused: RefusedCommand): { visitId: string; kind: ClinicalRecord } {
  if (refused.key === 'appt/savePrescription')
    return { visitId: typedIn(refused, 'appt/savePrescription').appt_id, kind: 'PRESCRIPTION' }
  const { appt_id, type } = typedIn(refused, 'appt/saveTreatmentDtl')
  return { visitId: appt_id, kind: type }
}
