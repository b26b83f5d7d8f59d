import { type ReportDetail, type ReportRow, reportCalls } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { AddendumRow } from '#contract/calls/study-parts.ts'
import { callApi } from '../api/call-api.ts'
import { currentDevice } from '../current-device.ts'
import { localRecords } from '../outbox/make/local-records.ts'
import { findStudyParts } from '../study-parts/use-study-parts.ts'
import { isWhole } from './text-here.ts'

export interface FoundDetail {
  study: StudyRow
  reports: ReportRow[]
  addenda: AddendumRow[]
}

/**
 * Reads a study with its reports and addenda once: from this device with the waiting changes if it has them, otherwise
 * from the server. Throws ApiError or OfflineError.
 */
export async function findDetail(studyId: string, signal?: AbortSignal): Promise<FoundDetail> {
  const device = currentDevice()
  if (device) {
    const records = localRecords(device.databases)
    const [study, reports, addenda] = await Promise.all([
      records.findStudy(studyId),
      records.findReports(studyId),
      findStudyParts(device, 'addendum', studyId),
    ])
    if (study && isWhole(study, reports)) return { study, reports, addenda }
  }
  const { result } = await callApi(reportCalls.reportDetail, { id: studyId }, { signal })
  return { study: result.study, reports: result.reports, addenda: [] }
}

/** The same for a preview; edit rights do not matter on paper. */
export function readOnlyDetail({ study, reports }: FoundDetail): ReportDetail {
  return { study, reports, can_write_report: 0, can_sign: 0, can_verify: 0 }
}
