import { type VisitMoney, visitReceivable } from '../money/visit-money.ts'
import { examItemsOf, type QueueVisit } from '../queue/exam-items.ts'
import { isScanOpen } from '../status/service-status.ts'
import { canStartVisit, hasVisitStarted, isScanDone, type VisitStatus } from '../status/visit-status.ts'

/** The part of a visit that a home reads. */
export interface DayVisit extends QueueVisit {
  branch_id: string
  start_dt: string
  status: VisitStatus
}

/** A patient is expected from AHEAD_MS before the visit until LATE_MS after its start. */
const AHEAD_MS = 30 * 60_000
const LATE_MS = 60 * 60_000

/** Visits whose patients are at the door: they begin within half an hour or began within the last hour, and nobody started them. */
export function arrivingNow<Visit extends DayVisit>(visits: readonly Visit[], now: Date): Visit[] {
  const at = now.getTime()
  return visits.filter(({ status, start_dt }) => {
    const start = Date.parse(start_dt)
    return canStartVisit(status) && start <= at + AHEAD_MS && start > at - LATE_MS
  })
}

/** Visits that are scanned or completed while the patient still owes money. */
export function unpaidAndLeaving<Visit extends DayVisit & VisitMoney>(
  visits: readonly Visit[],
  decimals: number,
): Visit[] {
  return visits.filter((visit) => isScanDone(visit.status) && visitReceivable(visit, decimals) > 0)
}

/** The part of a visit's consents that is checked. */
interface SignedPaper {
  id: string
  appt_id: string
  kind: 'Signed' | 'Withdrawn'
  withdraws_id: string | null
}

/** Visits whose patients are here and not yet scanned, without a signed form in force. */
export function withoutConsent<Visit extends DayVisit>(
  visits: readonly Visit[],
  papers: readonly SignedPaper[],
): Visit[] {
  const withdrawn = new Set(papers.map(({ withdraws_id }) => withdraws_id))
  const signed = new Set(
    papers.filter(({ kind, id }) => kind === 'Signed' && !withdrawn.has(id)).map(({ appt_id }) => appt_id),
  )
  return visits.filter(({ id, status }) => hasVisitStarted(status) && !isScanDone(status) && !signed.has(id))
}

/** How many examinations of a branch's visits are waiting for a scan, or on a machine. */
export function openExams(visits: readonly DayVisit[], branchId: string): number {
  return visits
    .filter(({ branch_id }) => branch_id === branchId)
    .flatMap(examItemsOf)
    .filter(({ status }) => isScanOpen(status)).length
}
