import { PrescriptionRow } from '../calls/visit-records.ts'
import { defineVisitPart } from './record.ts'

export const prescriptionRecord = defineVisitPart({
  type: 'prescription',
  body: PrescriptionRow,
  stored: { table: 'prescription' },
  copies: { table: 'prescriptions', since: 5 },
})
