import { sql } from 'kysely'
import type { CasesOfMonth, dashboardCalls, StatusCounts } from '#contract/calls/dashboard.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { isSigned, type ReportStatus } from '#domain/status/report-status.ts'
import { firstDayOf, lastDayOf, lastMonths } from '#domain/time/months.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { selectMatching } from '../studies/public/list-store.ts'

type SummaryInput = ParsedInputOf<typeof dashboardCalls.dashboardData>
type Summary = Pick<
  OutputOf<typeof dashboardCalls.dashboardData>['result'],
  'summary' | 'by_reporting_doctors'
>

const MONTHS = 12

/** Neutral values for the list filters that the dashboard does not have, so that its figures match the lists. */
const ALL = { flag: 'dashboard', assigned_type: 'Any' } as const

interface Group {
  status: ReportStatus
  signer: string | null
  n: number
}

/** Returns cases by status and by reporting doctor, counting the same studies as the lists under the same filter. */
export async function selectSummary(
  tx: Tx,
  caller: Caller,
  input: SummaryInput,
  now: Date,
): Promise<Summary> {
  const studies = await selectMatching(tx, caller, { ...ALL, ...input }, now)
  const groups = await studies
    .select((eb) => ['s.status', 's.signed_by_doctor_id as signer', eb.fn.countAll<number>().as('n')])
    .groupBy(['s.status', 's.signed_by_doctor_id'])
    .execute()
  return summaryOf(tx, caller, groups as Group[])
}

async function summaryOf(tx: Tx, caller: Caller, groups: readonly Group[]): Promise<Summary> {
  const summary: StatusCounts = { Pending: 0, Draft: 0, ReadyForSign: 0, Signed: 0, Verified: 0, All: 0 }
  const reports = new Map<string, number>()
  for (const { status, signer, n } of groups) {
    summary[status] += n
    summary.All += n
    // Before the signature this column names the intended signer; a report counts once it is signed.
    if (signer && isSigned(status)) reports.set(signer, (reports.get(signer) ?? 0) + n)
  }
  const names = await selectDoctorNames(tx, caller, [...reports.keys()])
  const doctors = [...reports].map(([id, n]) => ({ id, name: names.get(id) ?? '', n }))
  return {
    summary,
    by_reporting_doctors: doctors.sort((a, b) => b.n - a.n || a.name.localeCompare(b.name)),
  }
}

async function selectDoctorNames(tx: Tx, caller: Caller, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await tx
    .selectFrom('app_user')
    .select(['id', 'name'])
    .where('client_id', '=', caller.clientId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns cases of this month and the previous eleven, by the months of the caller's zone. */
export async function selectCasesByMonth(
  tx: Tx,
  caller: Caller,
  input: ParsedInputOf<typeof dashboardCalls.casesLast12Months>,
  now: Date,
): Promise<CasesOfMonth[]> {
  const months = lastMonths(dayAt(now, caller.timeZone), MONTHS)
  const days = { from_date: firstDayOf(months[0]!), to_date: lastDayOf(months.at(-1)!) }
  const studies = await selectMatching(tx, caller, { ...ALL, ...input, ...days }, now)
  const moment = sql.ref(`s.${input.date_col}`)
  const month = sql<string>`to_char(${moment} at time zone ${caller.timeZone}, 'YYYY-MM')`
  const rows = await studies
    .select((eb) => [month.as('month'), eb.fn.countAll<number>().as('n')])
    .groupBy(sql`1`)
    .execute()
  const counts = new Map(rows.map((row) => [row.month, row.n]))
  return months.map((one) => ({ ...one, no_of_cases: counts.get(firstDayOf(one).slice(0, 7)) ?? 0 }))
}
