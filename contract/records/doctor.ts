import { DoctorItem } from '../calls/directory.ts'
import { defineRecord } from './record.ts'

export const doctorRecord = defineRecord({
  type: 'doctor',
  body: DoctorItem,
  scopes: ['client'],
  copies: { table: 'doctors', since: 1 },
})
