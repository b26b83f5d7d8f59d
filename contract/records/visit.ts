import { VISIT_WINDOW_DAYS } from '#domain/time/intervals.ts'
import { VisitRow } from '../calls/visit-records.ts'
import { defineDatedRecord } from './record.ts'

export const visitRecord = defineDatedRecord({
  type: 'visit',
  body: VisitRow,
  scopes: ['visits'],
  time: 'at',
  keptDays: VISIT_WINDOW_DAYS,
  copies: {
    table: 'visits',
    since: 5,
    indexes: ['at', '[branch+at]', 'patient'],
    clear: ({ start_dt, branch_id, patient_id, status }) => ({
      at: Date.parse(start_dt),
      branch: branch_id,
      patient: patient_id,
      status,
    }),
  },
})
