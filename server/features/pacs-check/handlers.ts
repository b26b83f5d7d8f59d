import { sql } from 'kysely'
import type { CheckedDay, CheckedServer, CheckGap, pacsCheckCalls } from '#contract/calls/pacs-check.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import { pacs as master } from '#contract/masters/pacs.ts'
import type { GapKind } from '#domain/study/dicom/compare-source.ts'
import type { Caller, Context, HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { demandRead, demandWrite } from '#server/masters/rights.ts'
import { visibleStudies } from '../studies/public/rights.ts'
import { PACS_CHECK } from './check-job.ts'

// The responses name patients, so the platform's administrator, who maintains the clients' image servers, may not
// read them.
function demandClientRead(caller: Caller): void {
  if (caller.userType === 'ADMIN') throw new Refusal('not_permitted')
  demandRead(master, caller)
}

function demandClientWrite(caller: Caller): void {
  if (caller.userType === 'ADMIN') throw new Refusal('not_permitted')
  demandWrite(master, caller)
}

/** Checked before the input is parsed. */
export const PACS_CHECK_DEMANDS: DemandsFor<typeof pacsCheckCalls> = {
  list: demandClientRead,
  gaps: demandClientRead,
  checkNow: demandClientWrite,
}

const DAYS_MAX = 500

export const pacsCheckHandlers: HandlersFor<typeof pacsCheckCalls> = {
  list: async (input, ctx) => {
    const servers = await selectServers(ctx, input.pacs_id)
    const result: CheckedServer[] = []
    for (const server of servers) result.push({ ...server, days: await selectDays(ctx, server.id, input) })
    return { result }
  },
  gaps: async (input, ctx) => {
    await getServer(ctx, input.pacs_id)
    return { result: await selectGaps(ctx, input) }
  },
  checkNow: async ({ pacs_id, is_confirmed = 0 }, ctx) => {
    const server = await getServer(ctx, pacs_id)
    if (server.status === 0) throw new Refusal('refused', 'The image server is switched off.')
    if (server.check_days === 0)
      throw new Refusal('refused', 'The image server is not compared: its number of days back is 0.')
    if (server.is_read === 0)
      throw new Refusal(
        'refused',
        'The image server is still being read for the first time. It is compared after that.',
      )
    await askForCheck(ctx, pacs_id, is_confirmed === 1)
    await ctx.audit('check_pacs', 'pacs', pacs_id, { is_confirmed })
    await ctx.addJob(PACS_CHECK, [pacs_id])
    return { result: { state: 'running' }, message: 'The image server is being compared.' }
  },
}

async function selectServers(
  { tx, caller }: Context,
  pacsId?: string,
): Promise<Omit<CheckedServer, 'days'>[]> {
  const rows = await tx
    .selectFrom('pacs as p')
    .leftJoin('pacs_check as k', (on) =>
      on.onRef('k.client_id', '=', 'p.client_id').onRef('k.pacs_id', '=', 'p.id'),
    )
    .select(['p.id', 'p.name', 'p.active', 'p.check_days', 'p.backlog_done'])
    .select(['k.state', 'k.words', 'k.started_on', 'k.ended_on'])
    .select(sql<number>`coalesce(cardinality(k.todo), 0)`.as('days_left'))
    .select(sql<boolean>`k.asked_on > coalesce(k.started_on, '-infinity')`.as('is_asked'))
    .where('p.client_id', '=', caller.clientId)
    .where('p.hidden', 'is', null)
    .$if(pacsId !== undefined, (query) => query.where('p.id', '=', pacsId ?? ''))
    .orderBy('p.name')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: row.active ? 1 : 0,
    check_days: row.check_days,
    is_read: row.backlog_done === null ? 0 : 1,
    state: row.is_asked && row.active ? 'running' : ((row.state ?? 'never') as CheckedServer['state']),
    words: row.words ?? '',
    started_on: row.started_on?.toISOString() ?? null,
    ended_on: row.ended_on?.toISOString() ?? null,
    days_left: row.days_left,
  }))
}

async function getServer(ctx: Context, id: string): Promise<Omit<CheckedServer, 'days'>> {
  const [server] = await selectServers(ctx, id)
  if (!server) throw new Refusal('not_found')
  return server
}

interface DayFilter {
  from_date?: string | undefined
  to_date?: string | undefined
  only_differences: number
}

async function selectDays(
  { tx, caller }: Context,
  pacsId: string,
  { from_date, to_date, only_differences }: DayFilter,
): Promise<CheckedDay[]> {
  const { rows } = await sql<Omit<CheckedDay, 'checked_on'> & { checked_on: Date }>`
    select d.day::text as day, d.aet, d.checked_on, d.count_there, d.count_here, d.missing_here, d.missing_there,
      d.changed_there, d.deleted_here, coalesce(f.fetched, 0)::int as fetched
    from pacs_check_day d
    left join lateral (
      select count(*) as fetched from pacs_check_gap g
      where g.client_id = d.client_id and g.pacs_id = d.pacs_id and g.day = d.day and g.aet = d.aet
        and g.fetched_on is not null) f on true
    where d.client_id = ${caller.clientId} and d.pacs_id = ${pacsId}
      and d.day >= coalesce(${from_date ?? null}::date, '-infinity')
      and d.day <= coalesce(${to_date ?? null}::date, 'infinity')
      and (${only_differences} = 0
        or d.missing_here + d.missing_there + d.changed_there > 0 or coalesce(f.fetched, 0) > 0)
    order by d.day desc, d.aet limit ${DAYS_MAX}`.execute(tx)
  return rows.map((row) => ({ ...row, checked_on: row.checked_on.toISOString() }))
}

interface GapFilter {
  pacs_id: string
  day?: string | undefined
  aet?: string | undefined
  p: number
  ps: number
}

async function selectGaps({ tx, caller }: Context, { pacs_id, day, aet, p, ps }: GapFilter) {
  const isVisible = visibleStudies(caller)
  const from = tx
    .selectFrom('pacs_check_gap as g')
    .leftJoin('study as s', (on) =>
      on.onRef('s.client_id', '=', 'g.client_id').onRef('s.id', '=', 'g.study_id').on('s.hidden', 'is', null),
    )
    .where('g.client_id', '=', caller.clientId)
    .where('g.pacs_id', '=', pacs_id)
    .where((where) => where.or([where('g.closed_on', 'is', null), where('g.fetched_on', 'is not', null)]))
    // Studies of other branches are not named; of studies that are not here only the UID is known.
    .where((where) => where.or([where('s.id', 'is', null), isVisible(where)]))
    .$if(day !== undefined, (query) => query.where('g.day', '=', day ?? ''))
    .$if(aet !== undefined, (query) => query.where('g.aet', '=', aet ?? ''))
  const rows = await from
    .select(['g.study_iuid', 'g.kind', 'g.day', 'g.aet', 'g.found_on', 'g.fetched_on', 's.id as study_id'])
    .select(['s.pat_id', 's.pat_name', 's.accession_no', 's.modality', 's.study_desc'])
    .select(['s.missing_at_source_since', 's.source_changed'])
    .orderBy('g.day', 'desc')
    .orderBy('g.aet')
    .orderBy('g.study_iuid')
    .orderBy('g.kind')
    .limit(ps)
    .offset((p - 1) * ps)
    .execute()
  const { n } = await from
    .select(sql<number>`least(count(*), ${COUNT_CAP})::int`.as('n'))
    .executeTakeFirstOrThrow()
  const data = rows.map((row): CheckGap => {
    const { kind, found_on, fetched_on, missing_at_source_since, source_changed, ...columns } = row
    return {
      ...columns,
      kind: kind as GapKind,
      found_on: found_on.toISOString(),
      fetched_on: fetched_on?.toISOString() ?? null,
      pat_id: row.pat_id ?? '',
      pat_name: row.pat_name ?? '',
      accession_no: row.accession_no ?? '',
      modality: row.modality ?? '',
      study_desc: row.study_desc ?? '',
      missing_since: missing_at_source_since?.toISOString() ?? null,
      changed: kind === 'changed_there' ? (source_changed as CheckGap['changed']) : null,
    }
  })
  return { data, page: { start: (p - 1) * ps, total: data.length, total_records: n, cur_page: p } }
}

async function askForCheck({ tx, caller, now }: Context, pacsId: string, isConfirmed: boolean) {
  await tx
    .insertInto('pacs_check')
    .values({ client_id: caller.clientId, pacs_id: pacsId, asked_on: now, is_confirmed: isConfirmed })
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'pacs_id'])
        .doUpdateSet({ asked_on: now, is_confirmed: sql`pacs_check.is_confirmed or excluded.is_confirmed` }),
    )
    .execute()
}
