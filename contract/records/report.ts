import { REPORT_WINDOW_DAYS } from '#domain/time/intervals.ts'
import { ReportRow } from '../calls/reports.ts'
import { defineRecord } from './record.ts'

/** A report has the day of its study once it is signed, and no day before: unsigned reports are kept for ever. */
export const reportRecord = defineRecord({
  type: 'report',
  body: ReportRow,
  scopes: ['branch', 'doctor'],
  keptDays: REPORT_WINDOW_DAYS,
  answer: 'report',
  copies: {
    table: 'reports',
    since: 1,
    indexes: ['study'],
    clear: ({ study_id, status }) => ({ study: study_id, status }),
  },
})
