import { isSigned, isUnwritten, isVerified, type ReportStatus } from '../status/report-status.ts'

/** Counts of a study's filed reports; the study's own status is the least advanced of all its reports. */
export interface FiledReports {
  status: ReportStatus
  /** Number of signed reports, including verified ones; absent in device copies made before the field existed. */
  signed_reports?: number | undefined
  verified_reports?: number | undefined
}

/** True once one report of the study is signed: the study is locked, and that report can be read and shared. */
export function hasSigned({ status, signed_reports = 0 }: FiledReports): boolean {
  return isSigned(status) || signed_reports > 0
}

/** True once one report of the study is verified. */
export function hasVerified({ status, verified_reports = 0 }: FiledReports): boolean {
  return isVerified(status) || verified_reports > 0
}

/** True if there is a report to view: the study is past Pending, or one of its reports is signed. */
export function hasPreview(study: FiledReports): boolean {
  return !isUnwritten(study.status) || hasSigned(study)
}

/** The reports that may be released: only the signed ones, as soon as there is one. */
export function filedAlone<R extends { status: ReportStatus }>(reports: readonly R[]): readonly R[] {
  const filed = reports.filter(({ status }) => isSigned(status))
  return filed.length > 0 ? filed : reports
}

/** How many of a study's reports are signed, and how many verified. */
export function countFiled(reports: readonly { status: ReportStatus }[]) {
  return {
    signed_reports: reports.filter(({ status }) => isSigned(status)).length,
    verified_reports: reports.filter(({ status }) => isVerified(status)).length,
  }
}
