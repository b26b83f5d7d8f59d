import { canOpen } from '#domain/access/screens.ts'
import type { SessionFields } from '#domain/access/session.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import { DEFAULT_DATE_BASIS } from '#domain/study/lists/date-basis.ts'
import type { DashboardFilter } from './dashboard-filter.ts'

/** The filter of the studies behind a figure. */
export interface FigureOf extends Pick<DashboardFilter, 'branchId' | 'basis' | 'range' | 'days'> {
  status?: ReportStatus
  doctorId?: string
}

/**
 * Returns the address that lists the studies behind a figure: the archives or, for persons who cannot open
 * them, the dashboard's own table.
 */
export function listAddress(session: SessionFields, figure: FigureOf): string {
  const { branchId, basis, range, days, status, doctorId } = figure
  const isArchives = canOpen(session, '/archives')
  const params = new URLSearchParams()
  const set = (key: string, value: string | undefined) => value && params.set(key, value)
  // Always set the range: the archives may have another default.
  if (range) set('range', range)
  set('from_date', range ? undefined : days.from)
  set('to_date', range ? undefined : days.to)
  if (basis !== DEFAULT_DATE_BASIS && range !== 'Any') set('date_col', basis)
  set('branch_id', branchId)
  set('status', status)
  set(isArchives ? 'report_by_ids' : 'doctors', doctorId)
  return `${isArchives ? '/archives' : '/dashboard'}?${params}`
}
