import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { FixedSort } from '#domain/study/sort-studies.ts'
import type { Study } from '#server/kernel/database/schema.ts'

type Row = Selectable<Study>
type OrderBuilder = ExpressionBuilder<{ s: Row }, 's'>

/**
 * A list whose order is not that of arrival is read in two parts: the open studies, few and sorted, and behind them
 * the signed ones, many and in the order of their index.
 */
export type ListPart = 'open' | 'signed'

/** The studies of one part, as a condition over `s`. */
export const isOfPart = (part: ListPart) => (eb: OrderBuilder) =>
  eb('s.status', 'in', part === 'open' ? ['Pending', 'Draft', 'ReadyForSign'] : ['Signed', 'Verified'])

// The same order as compareStudies of domain/study/sort-studies.ts; a test holds the two together.
const BY_TAG = sql<number>`case when s.tag_critical_id is not null then 0 when s.tag_id is not null then 1 else 2 end`
const BY_DUE = sql<Date>`case when s.tat > 0 then s.received_datetime + s.tat * interval '1 minute' end`

/** What the open studies of a list are sorted by, before their arrival; all of it ascending, nothing known last. */
export function openOrder(sort: Exclude<FixedSort, 'received'>) {
  return sort === 'priority' ? [BY_TAG, BY_DUE] : [BY_DUE]
}
