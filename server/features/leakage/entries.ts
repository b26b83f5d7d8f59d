import { type RawBuilder, sql } from 'kysely'
import type { LeakEntry, LeakState } from '#contract/calls/leakage.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { hasAmount, type LeakLine } from '#domain/leakage/lines.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import type { FigureRange } from '../sales/public/figure-scope.ts'
import { openFigures, stamp } from '../sales/public/figures.ts'
import {
  countUpToCap,
  directionOf,
  limitOf,
  matchingOf,
  type PageInput,
  pageOf,
} from '../sales/public/paging.ts'
import { linesOf } from './board.ts'
import { explainedRows, type LeakQuery } from './explained-rows.ts'
import type { LeakSearch } from './public/leak-rows.ts'

export type LeakListInput = FigureRange & PageInput & { line: LeakLine; state: LeakState }

/** Returns a page of a line's entries with the totals of all pages. */
export async function listLeaks(ctx: Context, input: LeakListInput) {
  demandLine(ctx.caller, input.line)
  const figures = await openFigures(ctx, input)
  const data = await selectLeaks(figures, input, input)
  const totals = await sumLeaks(figures, input)
  return { result: { data, page: pageOf(input, data.length, totals.entries), totals }, ...stamp(figures) }
}

/** Returns a page of the same entries for a file. */
export async function listAllLeaks(ctx: Context, input: LeakListInput) {
  demandLine(ctx.caller, input.line)
  const figures = await openFigures(ctx, input)
  const data = await selectLeaks(figures, input, input)
  const matching = await matchingOf(input, data.length, () =>
    countUpToCap(figures, explainedRows(figures, input)),
  )
  await ctx.audit('export', 'leakage', undefined, { line: input.line, page: input.p, rows: data.length })
  return { result: { data, page: pageOf(input, data.length, matching) }, ...stamp(figures) }
}

/** Throws if the reader's role does not include the line. */
export function demandLine(caller: Caller, line: LeakLine): void {
  if (!linesOf(caller).includes(line)) throw new Refusal('not_permitted')
}

async function sumLeaks(figures: LeakSearch, query: LeakQuery) {
  const { rows } = await sql<{ entries: number; amount: number; unpriced: number }>`
    select count(*)::int as entries, coalesce(sum(k.amount), 0)::float8 as amount,
      count(*) filter (where k.amount is null)::int as unpriced
    from ${explainedRows(figures, query)} k`.execute(figures.tx)
  const [row] = rows
  if (!row) throw new Error('an aggregate has a row')
  return hasAmount(query.line) ? row : { ...row, amount: null, unpriced: 0 }
}

interface Stored extends Omit<LeakEntry, 'at' | 'line' | 'is_explained'> {
  at: Date
  is_explained: boolean
}

/** Returns one page of entries in wire format. */
export async function selectLeaks(
  search: LeakSearch,
  query: LeakQuery,
  page: PageInput,
): Promise<LeakEntry[]> {
  const { clientId } = search.caller
  const way = directionOf(page)
  const order = sql`k.at ${way}, k.subject_id ${way}`
  const { rows } = await sql<Stored>`
    select k.subject_id, k.at, k.branch_id, coalesce(b.name, '') as branch, k.visit_id as appt_id,
      coalesce(nullif(a.visit_no, ''), a.provisional_no, '') as visit_no, k.study_id,
      coalesce(p.pat_id, k.own_pat_id) as pat_id,
      coalesce(trim(p.fname || ' ' || p.lname), k.own_pat_name) as pat_name, k.what, coalesce(u.name, '') as person,
      k.expected::float8 as expected, k.actual::float8 as actual, k.amount::float8 as amount, k.is_explained, k.version,
      ${actsOf(search, query.line)} as acts
    from (select k.* from ${explainedRows(search, query)} k order by ${order} ${limitOf(page)}) k
    left join branch b on b.client_id = ${clientId} and b.id = k.branch_id
    left join visit a on a.client_id = ${clientId} and a.id = k.visit_id
    left join patient p on p.client_id = ${clientId} and p.id = k.patient_id
    left join app_user u on u.client_id = ${clientId} and u.id = k.person
    order by ${order}`.execute(search.tx)
  return rows.map((row) => ({
    ...row,
    line: query.line,
    at: row.at.toISOString(),
    is_explained: row.is_explained ? 1 : 0,
    acts: row.acts.map((act) => ({ ...act, at: new Date(act.at).toISOString() })),
  }))
}

const actsOf = ({ caller }: LeakSearch, line: LeakLine): RawBuilder<unknown> => sql`coalesce((
  select json_agg(json_build_object('version', x.version, 'act', x.act, 'reason', nullif(x.reason, ''), 'note', x.note,
    'by', coalesce(w.name, ''), 'at', x.created) order by x.version desc)
  from leak_explanation x left join app_user w on w.client_id = ${caller.clientId} and w.id = x.created_by
  where x.client_id = ${caller.clientId} and x.line = ${line} and x.subject_id = k.subject_id), '[]')`
