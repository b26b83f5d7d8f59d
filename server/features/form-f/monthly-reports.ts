import { type Selectable, sql } from 'kysely'
import type { FormFReport } from '#contract/calls/form-f.ts'
import { type MonthText, monthOf } from '#domain/money/month-lock.ts'
import {
  openReportMonths,
  type ReportWay,
  reportDueOn,
  type SentReport,
} from '#domain/pndt/monthly-report.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { PndtReport } from '#server/kernel/database/schema.ts'

/** A branch at which Form F applies. */
export interface ReportingBranch {
  id: string
  time_zone: string
  /** Since when it applies. */
  pndt_since: Date
  pndt_applies: boolean
  pndt_doctors: string
}

/** The first month of which the branch reports, by its own clock. */
export const firstReportMonth = ({
  pndt_since,
  time_zone,
}: Pick<ReportingBranch, 'pndt_since' | 'time_zone'>): MonthText => monthOf(dayAt(pndt_since, time_zone))

/** The branches of a client at which Form F applies; of these ids alone, where they are given. */
export function selectReportingBranches(
  tx: Tx,
  clientId: string,
  ids?: readonly string[],
): Promise<ReportingBranch[]> {
  return tx
    .selectFrom('branch')
    .select(['id', 'time_zone', 'pndt_since', 'pndt_applies', 'pndt_doctors'])
    .where('client_id', '=', clientId)
    .where('pndt_applies', '=', true)
    .where('active', '=', true)
    .where('hidden', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<string>`any(${[...(ids ?? [])]}::uuid[])`))
    .orderBy('name')
    .execute()
}

/** A report that is to be sent. */
export interface OpenReport {
  branch_id: string
  month: MonthText
  due_on: string
  /** The day of the branch on which it is asked for. */
  today: string
  /** What the desk was told of it last. */
  told: string
}

/** The reports of these branches that are due or overdue, oldest month first. */
export async function selectOpenReports(
  tx: Tx,
  clientId: string,
  branches: readonly ReportingBranch[],
  now: Date,
): Promise<OpenReport[]> {
  if (branches.length === 0) return []
  const rows = await tx
    .selectFrom('pndt_report')
    .select(['branch_id', 'month', 'sent_on', 'told'])
    .where('client_id', '=', clientId)
    .where(
      'branch_id',
      'in',
      branches.map(({ id }) => id),
    )
    .execute()
  const known = Map.groupBy(rows, ({ branch_id }) => branch_id)
  return branches
    .flatMap((branch) => {
      const today = dayAt(now, branch.time_zone)
      const own = known.get(branch.id) ?? []
      const sent = new Set(own.flatMap(({ sent_on, month }) => (sent_on === null ? [] : [month])))
      const told = new Map(own.map((row) => [row.month, row.told]))
      return openReportMonths({ from: firstReportMonth(branch), sent }, today).map((month) => ({
        branch_id: branch.id,
        month,
        due_on: reportDueOn(month),
        today,
        told: told.get(month) ?? '',
      }))
    })
    .sort((a, b) => (a.month < b.month ? -1 : Number(a.month > b.month)))
}

type ReportRow = Selectable<PndtReport>
interface ReportKey {
  clientId: string
  branchId: string
  month: MonthText
}

/** The report of a month as it stands; undefined where nothing was noted or told. */
export function findReportRow(
  tx: Tx,
  { clientId, branchId, month }: ReportKey,
): Promise<ReportRow | undefined> {
  return tx
    .selectFrom('pndt_report')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('branch_id', '=', branchId)
    .where('month', '=', month)
    .executeTakeFirst()
}

/** Writes what was noted of a report, or what the desk was told of it. */
export async function putReport(
  tx: Tx,
  { clientId, branchId, month }: ReportKey,
  change: Partial<
    Pick<ReportRow, 'sent_on' | 'way' | 'reference' | 'noted_by' | 'noted_on' | 'told' | 'register_digest'>
  >,
): Promise<void> {
  await tx
    .insertInto('pndt_report')
    .values({ client_id: clientId, branch_id: branchId, month, ...change })
    .onConflict((on) => on.columns(['client_id', 'branch_id', 'month']).doUpdateSet(change))
    .execute()
}

/** As it travels, beside the register's digest of now; null where it was not sent. */
export async function findReport(tx: Tx, key: ReportKey, digest: string): Promise<FormFReport | null> {
  const row = await findReportRow(tx, key)
  if (!row || row.sent_on === null || row.noted_on === null) return null
  const noted = await tx
    .selectFrom('app_user')
    .select('name')
    .where('client_id', '=', key.clientId)
    .where('id', '=', row.noted_by)
    .executeTakeFirst()
  return {
    ...sentOf(row),
    noted_by: noted?.name ?? '',
    noted_on: row.noted_on.toISOString(),
    has_changed: row.register_digest !== '' && row.register_digest !== digest ? 1 : 0,
  } as FormFReport
}

/** What a person noted; null where it is not sent. */
export function sentOf(row: ReportRow | undefined): SentReport | null {
  if (!row || row.sent_on === null) return null
  return { sent_on: row.sent_on, way: row.way as ReportWay, reference: row.reference }
}
