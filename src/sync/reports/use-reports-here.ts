import type { ReportRow } from '#contract/calls/reports.ts'
import { openReports, readReports, type StoredReports } from '../outbox/local-records.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'

/** The study's reports as this device holds them, by number; undefined until they were read. Asks no server. */
export function useReportsHere(studyId: string): readonly ReportRow[] | undefined {
  return useLive(reportsOf(studyId), studyId).answer
}

const reportsOf = (studyId: string): LiveQuestion<StoredReports, ReportRow[]> => ({
  read: ({ databases }) => readReports(databases, studyId),
  open: (stored, { databases }) => openReports(databases, stored),
})
