import { reportIdOf } from '#domain/report/report-id.ts'
import type { Draft } from '#src/sync/reports/draft.ts'

/** Returns the text that represents a receipt: a draft of the study's first report. */
export const draftOf = (studyId: string): Draft => ({
  report_id: reportIdOf(studyId, 1),
  study_id: studyId,
  report_no: 1,
  report_name: 'Receipt',
  report_data: `<p>Receipt of 500.00 for ${studyId}.</p>`,
  conclusion: '<p>Paid.</p>',
  recommendation: '',
  base_rev: undefined,
  updated: Date.now(),
})
