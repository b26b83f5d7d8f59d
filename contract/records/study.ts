import { STUDY_WINDOW_DAYS } from '#domain/time/intervals.ts'
import { StudyRow } from '../calls/studies.ts'
import { defineDatedRecord } from './record.ts'

export const studyRecord = defineDatedRecord({
  type: 'study',
  body: StudyRow,
  scopes: ['branch', 'doctor'],
  time: 'received',
  keptDays: STUDY_WINDOW_DAYS,
  answer: 'study',
  copies: {
    table: 'studies',
    since: 1,
    indexes: ['received', '[branch+received]', '[status+received]', '[assigned+received]', 'modality'],
    clear: (body) => ({
      received: Date.parse(body.received_datetime),
      branch: body.branch_id ?? '',
      status: body.status,
      modality: body.modality,
      assigned: body.assigned_doctor_id ?? '',
      signer: body.signed_by_doctor_id ?? '',
    }),
  },
})
