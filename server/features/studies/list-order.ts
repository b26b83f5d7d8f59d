import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { FixedSort } from '#domain/study/lists/sort-studies.ts'
import type { Study } from '#server/kernel/database/schema.ts'

type Row = Selectable<Study>
type OrderBuilder = ExpressionBuilder<{ s: Row }, 's'>

/**
 * A list that is not ordered by arrival is read in two parts: first the open studies, few and sorted, then the signed
 * ones, many and in index order.
 */
export type ListPart = 'open' | 'signed'

/** Returns the condition over `s` for the studies of one part. */
export const isOfPart = (part: ListPart) => (eb: OrderBuilder) =>
  eb('s.status', 'in', part === 'open' ? ['Pending', 'Draft', 'ReadyForSign'] : ['Signed', 'Verified'])

// Must give the same order as compareStudies of domain/study/lists/sort-studies.ts; a test compares the two.
const BY_TAG = sql<number>`case when s.tag_critical_id is not null then 0 when s.tag_id is not null then 1 else 2 end`
const BY_DUE = sql<Date>`case when s.tat > 0 then s.received_datetime + s.tat * interval '1 minute' end`

/**
 * Returns the sort keys of a list's open studies that come before the arrival time; all ascending, unknown values
 * last.
 */
export function openOrder(sort: Exclude<FixedSort, 'received'>) {
  return sort === 'priority' ? [BY_TAG, BY_DUE] : [BY_DUE]
}
