import { isSigned, type ReportStatus } from '../status/report-status.ts'

/**
 * When the study was signed; null while it is not, whatever the row contains: a study that went back to Pending because
 * a report was added may still have the time of its former signature.
 */
export function signedOn({
  status,
  signed_on,
}: {
  status: ReportStatus
  signed_on: string | null
}): string | null {
  return isSigned(status) ? signed_on : null
}
