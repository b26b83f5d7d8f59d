import { type Expression, type SqlBool, sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { addDays, type DayText, startOfDay } from '#domain/time/zones.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { equalsAny } from '#server/kernel/database/equals-any.ts'

/** Branches in one time zone with the instants of the range there: `from` inclusive, `until` exclusive. */
export interface ZoneSpan {
  zone: string
  branchIds: string[]
  from: Date
  until: Date
}

/** The branches and days of figures, in each branch's own time zone. */
export interface FigureScope {
  /** Undefined for all branches of the client. */
  branchIds: readonly string[] | undefined
  fromDay: DayText
  toDay: DayText
  zones: ZoneSpan[]
}

export interface FigureRange {
  branch_id?: string | undefined
  from_date: DayText
  to_date: DayText
}

/** Returns the branches of the input; throws `not_found` if it names one that is not the caller's. */
export async function findFigureScope(tx: Tx, caller: Caller, input: FigureRange): Promise<FigureScope> {
  const { branch_id } = input
  const isAll = branch_id === undefined && caller.isClientAdmin
  if (branch_id !== undefined && !caller.isClientAdmin && !caller.branchIds.includes(branch_id))
    throw new Refusal('not_found')
  const branches = await tx
    .selectFrom('branch')
    .select(['id', 'time_zone'])
    .where('client_id', '=', caller.clientId)
    .$if(branch_id !== undefined, (query) => query.where('id', '=', branch_id ?? ''))
    .$if(branch_id === undefined && !isAll, (query) =>
      query.where('id', '=', sql<string>`any(${[...caller.branchIds]}::uuid[])`),
    )
    .execute()
  if (branch_id !== undefined && branches.length === 0) throw new Refusal('not_found')
  return { branchIds: isAll ? undefined : branches.map(({ id }) => id), ...spansOf(branches, input) }
}

/** Returns all branches of the client regardless of the caller; for figures that do not depend on branches. */
export async function findClientScope(
  tx: Tx,
  { clientId }: Pick<Caller, 'clientId'>,
  range: Pick<FigureRange, 'from_date' | 'to_date'>,
): Promise<FigureScope> {
  const branches = await tx
    .selectFrom('branch')
    .select(['id', 'time_zone'])
    .where('client_id', '=', clientId)
    .execute()
  return { branchIds: undefined, ...spansOf(branches, range) }
}

function spansOf(
  branches: readonly { id: string; time_zone: string }[],
  { from_date: fromDay, to_date: toDay }: Pick<FigureRange, 'from_date' | 'to_date'>,
): Pick<FigureScope, 'fromDay' | 'toDay' | 'zones'> {
  const zones = [...Map.groupBy(branches, (branch) => branch.time_zone)].map(([zone, of]) => ({
    zone,
    branchIds: of.map(({ id }) => id),
    from: startOfDay(fromDay, zone),
    until: startOfDay(addDays(toDay, 1), zone),
  }))
  return { fromDay, toDay, zones }
}

/**
 * Returns true if the last day of the range is today or later at every branch, so that no money can have moved after
 * it.
 */
export const reachesToday = ({ zones }: FigureScope, now: Date): boolean =>
  zones.every(({ until }) => until > now)

/** Matches if `column` is a branch of the scope. */
export function isInScope(column: Expression<string>, { branchIds }: FigureScope): Expression<SqlBool> {
  if (branchIds === undefined) return sql<SqlBool>`true`
  if (branchIds.length === 0) return sql<SqlBool>`false`
  return equalsAny(column, branchIds)
}

/** Matches if `v` starts in the range. */
export const startsInRange = (scope: FigureScope): Expression<SqlBool> =>
  isInRange(scope, { at: sql.ref('v.start_dt'), branch: sql.ref('v.branch_id') })

/**
 * Matches if the moment `at` is in the range by the branch's days. Rows without a branch use the first zone's days.
 * The outermost instants are added to those of each zone, so that one index serves any number of zones.
 */
export function isInRange(
  { zones, branchIds }: FigureScope,
  { at, branch }: { at: Expression<Date>; branch: Expression<string> },
): Expression<SqlBool> {
  const [first, ...others] = zones
  if (!first) return sql<SqlBool>`false`
  const between = ({ from, until }: Pick<ZoneSpan, 'from' | 'until'>) =>
    sql<SqlBool>`${at} >= ${from} and ${at} < ${until}`
  const atBranches = (ids: readonly string[]) => equalsAny(branch, ids)
  if (others.length === 0)
    return branchIds ? sql<SqlBool>`${atBranches(branchIds)} and ${between(first)}` : between(first)
  const outermost = {
    from: new Date(Math.min(...zones.map(({ from }) => from.getTime()))),
    until: new Date(Math.max(...zones.map(({ until }) => until.getTime()))),
  }
  const each = [
    ...zones.map((span) => sql`(${atBranches(span.branchIds)} and ${between(span)})`),
    ...(branchIds === undefined ? [sql`(${branch} is null and ${between(first)})`] : []),
  ]
  return sql<SqlBool>`${between(outermost)} and (${sql.join(each, sql` or `)})`
}
