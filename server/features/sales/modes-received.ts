import { type RawBuilder, sql } from 'kysely'
import { RECEIPT_MODES } from '#domain/money/payment-modes.ts'
import { reachesToday } from './public/figure-scope.ts'
import type { Figures } from './public/figures.ts'

/** Matches receipts `r` that count in the paid amount of their visit, by the rule of `paidOf`. */
function countedReceipts({ caller, scope, now }: Figures, includesFuture: boolean): RawBuilder<unknown> {
  const isAll = includesFuture || reachesToday(scope, now)
  const day = scope.toDay
  return sql`r.client_id = ${caller.clientId} and ${
    isAll
      ? sql`r.cancel_day is null`
      : sql`r.business_day <= ${day}::date and (r.cancel_day is null or r.cancel_day > ${day}::date)`
  }`
}

/** The amounts that each visit of `visitId` received by mode, as JSON of { mode, amount }[]. */
export const modesReceived = (
  figures: Figures,
  visitId: RawBuilder<unknown>,
  includesFuture: boolean,
): RawBuilder<unknown> => sql`(select coalesce(json_agg(json_build_object('mode', g.mode, 'amount', g.amount::float8)
    order by g.mode), '[]') from (select r.mode, sum(r.amount) as amount from receipt r
      where ${countedReceipts(figures, includesFuture)} and r.visit_id = ${visitId} group by r.mode) g)`

/** Selects the modes by which the visits `visits` were paid, in the order of Record Payment. */
export async function selectModesUsed(
  figures: Figures,
  visits: RawBuilder<unknown>,
  includesFuture: boolean,
): Promise<string[]> {
  const { rows } = await sql<{ mode: string }>`
    select r.mode from ${visits} t join receipt r on r.visit_id = t.id and ${countedReceipts(figures, includesFuture)}
    group by r.mode`.execute(figures.tx)
  const place = (mode: string) => (RECEIPT_MODES as readonly string[]).indexOf(mode)
  return rows.map(({ mode }) => mode).toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
}
