import { type ExpressionBuilder, sql } from 'kysely'
import type { LabReportRow, labReportCalls } from '#contract/calls/lab-reports.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import { ageOn } from '#domain/patient/age.ts'
import { addDays, dayAt, startOfDay } from '#domain/time/zones.ts'
import type { Caller, Context, Tx } from '#server/kernel/context.ts'
import { equalsAny } from '#server/kernel/database/equals-any.ts'
import type { DB } from '#server/kernel/database/schema.ts'
import { searchConditions } from '#server/kernel/database/search-conditions.ts'

type LabReportsInput = ParsedInputOf<typeof labReportCalls.getLabReports>
type VisitBuilder = ExpressionBuilder<{ v: DB['visit']; p: DB['patient']; b: DB['branch'] }, 'v' | 'p' | 'b'>

/** Selects a page of the visits with laboratory results, newest day first, and their count. */
export async function selectLabReports(
  ctx: Pick<Context, 'tx' | 'caller' | 'fileUrl'>,
  input: LabReportsInput,
): Promise<{ rows: LabReportRow[]; matching: number }> {
  const visits = matchingVisits(ctx.tx, ctx.caller, input)
  const page = await visits
    .select(['v.id', 'v.visit_no', 'v.start_dt', 'b.name as branch', 'b.time_zone'])
    .select(['p.pat_id', 'p.fname', 'p.lname', 'p.gender', 'p.dob'])
    .orderBy('v.start_dt', 'desc')
    .orderBy('v.id', 'desc')
    .limit(input.ps)
    .offset((input.p - 1) * input.ps)
    .execute()
  const { n } = await ctx.tx
    .selectFrom(visits.select(sql`1`.as('one')).limit(COUNT_CAP).as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const reports = await selectReportsOf(
    ctx,
    page.map((visit) => visit.id),
  )
  const rows = page.map(({ fname, lname, gender, dob, time_zone: zone, start_dt: start, ...visit }) => {
    const own = reports.filter((report) => report.visit_id === visit.id)
    return {
      ...visit,
      pat_name: `${fname} ${lname}`.trim(),
      pat_age_y: dob === null ? null : (ageOn(dob, dayAt(start, zone))?.years ?? null),
      pat_gender: gender,
      start_dt: start.toISOString(),
      report_urls: own.map((report) => ctx.fileUrl(report.file_id)),
      studies: own.map((report) => report.service),
    }
  })
  return { rows, matching: n }
}

function matchingVisits(tx: Tx, caller: Caller, input: LabReportsInput) {
  return tx
    .selectFrom('visit as v')
    .innerJoin('patient as p', (join) =>
      join.onRef('p.client_id', '=', 'v.client_id').onRef('p.id', '=', 'v.patient_id'),
    )
    .innerJoin('branch as b', (join) =>
      join.onRef('b.client_id', '=', 'v.client_id').onRef('b.id', '=', 'v.branch_id'),
    )
    .where('v.client_id', '=', caller.clientId)
    .where('p.hidden', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('lab_report as l')
          .select('l.id')
          .whereRef('l.client_id', '=', 'v.client_id')
          .whereRef('l.visit_id', '=', 'v.id'),
      ),
    )
    .where((eb) => eb.and(conditionsOf(eb, caller, input)))
}

/**
 * Limits to the caller's branches, filters days in the caller's time zone, and searches the keyword in name, patient
 * id and visit number.
 */
function conditionsOf(eb: VisitBuilder, caller: Caller, input: LabReportsInput) {
  const branchId = input.branch_id ?? input.branch
  const { from_date: from, to_date: to } = input
  return [
    ...(caller.isClientAdmin ? [] : [equalsAny(eb.ref('v.branch_id'), caller.branchIds)]),
    ...(branchId ? [eb('v.branch_id', '=', branchId)] : []),
    ...(from ? [eb('v.start_dt', '>=', startOfDay(from, caller.timeZone))] : []),
    ...(to ? [eb('v.start_dt', '<', startOfDay(addDays(to, 1), caller.timeZone))] : []),
    ...searchConditions([sql`p.pat_id`, sql`v.visit_no`, sql`p.fname`, sql`p.lname`], input.k),
  ]
}

function selectReportsOf({ tx, caller }: Pick<Context, 'tx' | 'caller'>, visits: readonly string[]) {
  return tx
    .selectFrom('lab_report')
    .select(['visit_id', 'file_id', 'service'])
    .where('client_id', '=', caller.clientId)
    .where('visit_id', '=', sql<string>`any(${[...visits]}::uuid[])`)
    .orderBy('created', 'desc')
    .orderBy('id')
    .execute()
}
