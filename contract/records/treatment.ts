import { TreatmentRow } from '../calls/visit-records.ts'
import { defineVisitPart } from './record.ts'

export const treatmentRecord = defineVisitPart({
  type: 'treatment',
  body: TreatmentRow,
  stored: { table: 'treatment' },
  copies: { table: 'treatments', since: 5 },
})
