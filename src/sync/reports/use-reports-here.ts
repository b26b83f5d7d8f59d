import type { ReportRow } from '#contract/calls/reports.ts'
import { openReports, readReports, type StoredReports } from '../outbox/make/local-records.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'

/** Returns this device's reports of the study, by number; undefined until they are read. Makes no request. */
export function useReportsHere(studyId: string): readonly ReportRow[] | undefined {
  return useLive(reportsOf(studyId), studyId).answer
}

const reportsOf = (studyId: string): LiveQuestion<StoredReports, ReportRow[]> => ({
  read: ({ databases }) => readReports(databases, studyId),
  open: (stored, { databases }) => openReports(databases, stored),
})
