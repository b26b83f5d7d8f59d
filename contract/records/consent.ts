import { ConsentRow } from '../calls/visit-records.ts'
import { defineVisitPart } from './record.ts'

export const consentRecord = defineVisitPart({
  type: 'consent',
  body: ConsentRow,
  stored: { table: 'patient_consent' },
  copies: { table: 'consents', since: 5 },
})
