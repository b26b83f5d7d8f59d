import { type RawBuilder, sql } from 'kysely'
import type { LeakState } from '#contract/calls/leakage.ts'
import type { LeakLine } from '#domain/leakage/lines.ts'
import { type LeakSearch, leakRows } from './public/leak-rows.ts'

export interface LeakQuery {
  line: LeakLine
  state: LeakState
  /** Restricts the result to this entry. */
  subjectId?: string
}

/**
 * The entries of a line (leak-rows.ts) with `version` and `is_explained`, as a table `k`. An explanation covers the
 * amount at the time it was given, by the rule of domain/leakage/lines.ts.
 */
export function explainedRows(
  search: LeakSearch,
  { line, state, subjectId }: LeakQuery,
): RawBuilder<unknown> {
  const isOne = subjectId === undefined ? sql`true` : sql`k.subject_id = ${subjectId}`
  const wanted =
    state === 'All' ? sql`true` : state === 'Explained' ? sql`o.is_explained` : sql`not o.is_explained`
  return sql`(select k.*, coalesce(e.version, 0) as version, o.is_explained
    from ${leakRows(search, line)} k
    left join lateral (select x.version, x.act, x.amount from leak_explanation x
      where x.client_id = ${search.caller.clientId} and x.line = ${line} and x.subject_id = k.subject_id
      order by x.version desc limit 1) e on true
    cross join lateral (select coalesce(e.act = 'Explained' and coalesce(k.amount, 0) <= coalesce(e.amount, 0), false)
      as is_explained) o
    where ${isOne} and ${wanted})`
}
