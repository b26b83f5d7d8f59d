import { useMemo } from 'react'
import { formFCalls } from '#contract/calls/form-f.ts'
import { paymentCalls } from '#contract/calls/payments.ts'
import { findPriced, type PricedVisit } from '#contract/calls/priced-visit.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import { canOpen } from '#domain/access/screens.ts'
import { arrivingNow, openExams, unpaidAndLeaving, withoutConsent } from '#domain/home/day-work.ts'
import type { Todo, TodoKind } from '#domain/home/todo.ts'
import { formFPartOf } from '#domain/pndt/form-f.ts'
import { dayAt } from '#domain/time/zones.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useBookings } from '#src/sync/bookings/use-bookings.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useDayVisits } from '#src/sync/home/use-day-visits.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import type { TodoContext } from './use-reading-todo.ts'

const HOUR_MS = 3_600_000
/** Any branch's current day lies within this distance from now. */
const REACH_MS = 36 * HOUR_MS
/** The line opens this same list; one row is enough to learn the total. */
const REQUESTED = { status: 'Requested', p: 1, ps: 10 } as const

/** The visits behind the lines of the desk. */
export type DeskLists = Record<'arriving' | 'consents', readonly VisitRow[]> & {
  unpaid: readonly PricedVisit[]
}

/** Returns the open tasks of the desk and at the machines: today's visits at their branches, and booking requests. */
export function useDeskTodo({ session, isOnline, now }: TodoContext) {
  const isDesk = canOpen(session, '/scheduler')
  const isTechnician = canOpen(session, '/scan-worklist')
  const branches = useBranches()
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS
  const day = useDayVisits(
    isDesk || isTechnician ? { from: hour - REACH_MS, to: hour + HOUR_MS + REACH_MS } : undefined,
  )
  const hasConsents = isDesk && session.main_modules.includes('consent_forms')
  // Form F applies to few visits and has its own register.
  const hasForms = useMasters('consentForm', { status: '1' }, hasConsents).rows.some(
    ({ id }) => formFPartOf(id) === undefined,
  )
  const requests = useBookings(REQUESTED, isOnline && isDesk)
  const mayRefund = session.modules.includes('create_refund') && canOpen(session, '/day-close')
  const refunds = useKeptCall(
    paymentCalls.openRefunds,
    {},
    { isWanted: isOnline && mayRefund, news: String(hour), keptAs: undefined },
  ).answer?.result
  const keepsFormF = canOpen(session, '/form-f') && branches.some(({ pndt_applies }) => pndt_applies === 1)
  const [report, ...reports] =
    useKeptCall(
      formFCalls.dueReports,
      {},
      {
        isWanted: isOnline && keepsFormF,
        news: String(hour),
        keptAs: keepsFormF ? 'form-f-reports' : undefined,
      },
    ).answer?.result.reports ?? []

  const today = useMemo(() => {
    const zones = new Map(branches.map(({ id, time_zone }) => [id, time_zone]))
    const isToday = ({ branch_id, start_dt }: VisitRow) => {
      const zone = zones.get(branch_id) ?? branchZone()
      return dayAt(new Date(start_dt), zone) === dayAt(new Date(now), zone)
    }
    return (day?.visits ?? []).filter(isToday).sort((a, b) => a.start_dt.localeCompare(b.start_dt))
  }, [day, branches, now])

  const lists = useMemo<DeskLists>(() => {
    if (!isDesk) return { arriving: [], unpaid: [], consents: [] }
    return {
      arriving: arrivingNow(today, new Date(now)),
      unpaid: unpaidAndLeaving(
        today.flatMap((visit) => findPriced(visit) ?? []),
        session.no_of_decimal,
      ),
      consents: hasForms ? withoutConsent(today, day?.consents ?? []) : [],
    }
  }, [isDesk, today, day, hasForms, session.no_of_decimal, now])

  const found: Partial<Record<TodoKind, Todo>> = {}
  for (const kind of ['arriving', 'unpaid', 'consents'] as const)
    found[kind] = { count: lists[kind].length, to: `/dashboard?todo=${kind}` }
  if (isDesk && requests.page)
    found.requests = { count: requests.page.total_records, to: '/booking-requests?status=Requested' }
  if (refunds) found.refunds = refundsOf(refunds.visits)
  if (report) {
    const to = `/form-f?branch=${report.branch_id}&month=${report.month}`
    found.form_f_reports = { count: 1 + reports.length, to }
  }
  if (isTechnician) found.queue = queueOf(today, branches)
  return { found, lists, isKnown: !(isDesk || isTechnician) || day !== undefined }
}

/** Returns the list of the branch with most refunds due, because the screen shows one branch at a time. */
function refundsOf(visits: readonly { branch_id: string }[]): Todo | undefined {
  const byBranch = Map.groupBy(visits, ({ branch_id }) => branch_id)
  const [most] = [...byBranch].sort(([, a], [, b]) => b.length - a.length)
  return most && { count: most[1].length, to: `/day-close?tab=refunds&branch=${most[0]}` }
}

/** Returns the queue of the branch with most examinations to scan, because the screen shows one branch at a time. */
function queueOf(visits: readonly VisitRow[], branches: readonly { id: string }[]): Todo | undefined {
  const queues = branches
    .map(({ id }) => ({ count: openExams(visits, id), to: `/scan-worklist?branch=${id}` }))
    .sort((a, b) => b.count - a.count)
  return queues[0]
}
