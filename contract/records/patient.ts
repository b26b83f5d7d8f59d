import { PATIENT_WINDOW_DAYS } from '#domain/time/intervals.ts'
import { PatientRow } from '../calls/patient-desk.ts'
import { defineDatedRecord } from './record.ts'

export const patientRecord = defineDatedRecord({
  type: 'patient',
  body: PatientRow,
  scopes: ['patients'],
  time: 'at',
  keptDays: PATIENT_WINDOW_DAYS,
  copies: {
    table: 'patients',
    since: 5,
    indexes: ['at'],
    clear: ({ touched }) => ({ at: Date.parse(touched) }),
  },
})
