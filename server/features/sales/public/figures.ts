import { sql } from 'kysely'
import type { AsAt } from '#contract/calls/sales-records.ts'
import type { Caller, Context, Tx } from '#server/kernel/context.ts'
import { type FigureRange, type FigureScope, findFigureScope } from './figure-scope.ts'

/** The context in which every figure is computed: one snapshot of the database, one reader, one scope, one moment. */
export interface Figures {
  tx: Tx
  caller: Caller
  now: Date
  scope: FigureScope
  /** Minor units per unit of the client's currency: 100 or 1000. */
  scale: number
  asAt: AsAt
  /** Special management discounts are only shown to clients with their module. */
  seesHidden: boolean
}

/**
 * Starts reading figures (docs/decisions/192): all later statements see one snapshot, identified by `asAt`. Must come
 * before any other statement of the transaction. Statements are planned for their own ranges, because a plan that
 * suits a day is bad for a year. Sums of a year are sorted in memory.
 */
export async function openFigures(
  ctx: Pick<Context, 'tx' | 'caller' | 'now'>,
  input: FigureRange,
): Promise<Figures> {
  const { tx, caller, now } = ctx
  await sql`set transaction isolation level repeatable read`.execute(tx)
  const { rows } = await sql<{ pos: number; no_of_decimal: number }>`
    select coalesce(h.pos, 0) as pos, c.no_of_decimal,
      set_config('plan_cache_mode', 'force_custom_plan', true), set_config('jit', 'off', true),
      set_config('work_mem', '32MB', true)
    from client c left join feed_head h on h.client_id = c.id
    where c.id = ${caller.clientId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the client of a session is not there')
  return {
    tx,
    caller,
    now,
    scope: await findFigureScope(tx, caller, input),
    scale: 10 ** row.no_of_decimal,
    asAt: { pos: row.pos, at: now.toISOString() },
    seesHidden: caller.mainModules.has('special_mgmt_discount'),
  }
}

/** Returns the limits of the reader's role on sales. */
export const scopeOf = ({ salesReport, salesInvoice }: Caller) => ({
  self_created: salesReport === 'Self_Created_Only' ? (1 as const) : (0 as const),
  invoices: salesInvoice,
})

/** Returns the moment and scope that every response contains. */
export const stamp = ({ asAt, caller }: Figures) => ({ as_at: asAt, scope: scopeOf(caller) })
