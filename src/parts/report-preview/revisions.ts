import { type ReportDetail, reportCalls } from '#contract/calls/reports.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'

export type ReportRevision = OutputOf<typeof reportCalls.reportHistory>['result'][number]

const NONE: readonly never[] = []

/**
 * Returns the replaced signed revisions of a study's reports, newest first; loaded from the server only. Each
 * text appears once, for its signing: verifying or appending stores it again.
 */
export function useRevisions(studyId: string): readonly ReportRevision[] {
  const { online } = useLink()
  const { answer } = useCall(reportCalls.reportHistory, { id: studyId }, online)
  return answer ? signingsOf(answer.result) : NONE
}

function signingsOf(versions: readonly ReportRevision[]): readonly ReportRevision[] {
  const replaced = versions.filter(({ is_superseded }) => is_superseded === 1)
  const first = new Map(replaced.map((version) => [`${version.report_id} ${version.signed_hash}`, version]))
  return replaced.filter((version) => first.get(`${version.report_id} ${version.signed_hash}`) === version)
}

/** Returns a study with one replaced revision instead of its reports: its paper stays readable as it was signed. */
export function revisionDetail(detail: ReportDetail, revision: ReportRevision): ReportDetail {
  const current = detail.reports.find(({ id }) => id === revision.report_id)
  if (!current) return detail
  const { report_data, conclusion, recommendation, signed_hash, created, created_by_name } = revision
  const report = {
    ...current,
    report_data,
    conclusion,
    recommendation,
    signed_hash,
    status: revision.status,
    // The paper names the signer of this text, not of the later one.
    signed_on: created,
    signed_by_doctor: created_by_name,
    verified_on: null,
    verified_by_user: '',
  }
  return { ...detail, reports: [report] }
}
